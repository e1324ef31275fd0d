internal import Foundation
internal import PushModel

/// The document of the API, as it is served and as `openapi.yaml` holds it.
package enum OpenAPIDocument {
    /// The document as JSON.
    package static let json = String(decoding: JSONValue.object(document).encoded(), as: UTF8.self)
    /// The document as YAML.
    package static let yaml = YAMLText.write(document)

    static let document: JSONObject = {
        var paths = JSONObject()
        for operation in Operations.all {
            var path = paths[operation.path]?.object ?? JSONObject()
            path[operation.method.lowercased()] = .object(describe(operation))
            paths[operation.path] = .object(path)
        }
        return [
            "openapi": "3.1.0",
            "info": .object(info),
            "servers": [["url": "http://127.0.0.1:8080"]],
            "paths": .object(paths),
            "components": .object([
                "securitySchemes": .object([
                    "managementKey": .object([
                        "type": "http", "scheme": "bearer", "description": "td_tn_… or td_ws_…; keep it on a server.",
                    ]),
                    "publishableKey": .object([
                        "type": "http", "scheme": "bearer", "description": "td_pk_…; may be shipped in an app.",
                    ]),
                ]),
                "schemas": .object(schemas),
                "examples": .object(examples),
            ]),
        ]
    }()

    private static let info: JSONObject = [
        "title": "Tidings",
        "version": "1",
        "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
        "description": .string(
            """
            Push notifications for Apple platforms, self-hosted. Every answer but health and this document is an \
            envelope {success, data, error, metadata}; its requestId is also the header Request-Id. Unknown fields, \
            unknown parameters and repeated JSON keys are refused. A method that a path does not take is answered 405 \
            method_not_allowed with Allow. Ids that are malformed, foreign or gone are all answered 404. What is not \
            HTTP/1.1, or has a header over 32 KiB or a body over four times the limit, is refused without an envelope.
            """),
    ]

    private static let schemas: JSONObject = {
        var all = JSONObject()
        for text in Schemas.texts {
            guard let object = try? JSONValue(parsing: text).object else { continue }
            all.members += object.members
        }
        return all
    }()

    private static let examples: JSONObject = JSONObject(
        APIError.Code.all.map { code in
            let error: JSONObject = [
                "code": .string(code.name), "message": "A sentence that says what to do.", "param": .null,
                "details": [],
            ]
            return JSONObject.Member(
                code.name,
                [
                    "summary": .string("\(code.status) \(code.name)"),
                    "value": [
                        "success": false, "data": .null, "error": .object(error),
                        "metadata": [
                            "timestamp": "2026-01-31T12:00:00.000Z", "requestId": "req_01jjybz0000000000000000000000",
                        ],
                    ],
                ])
        })

    private static func describe(_ operation: Operation) -> JSONObject {
        var object: JSONObject = [
            "operationId": .string(operation.id), "tags": [.string(operation.tag)],
            "summary": .string(operation.summary),
        ]
        switch operation.access {
        case .management(let scope):
            object["description"] = .string("Needs the scope `\(scope)`.")
            object["security"] = [["managementKey": []]]
        case .workspace(let scope):
            object["description"] = .string("Needs a workspace key with the scope `\(scope)`.")
            object["security"] = [["managementKey": []]]
        case .client: object["security"] = [["publishableKey": []]]
        case .open: object["security"] = []
        }
        if !operation.parameters.isEmpty { object["parameters"] = .array(operation.parameters.map(describe)) }
        if let body = operation.body {
            object["requestBody"] = [
                "required": .bool(!operation.bodyIsOptional),
                "content": ["application/json": ["schema": reference(body)]],
            ]
        }
        object["responses"] = .object(responses(operation))
        return object
    }

    private static func describe(_ parameter: Operation.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(parameter.place), "required": .bool(parameter.isRequired),
            "description": .string(parameter.summary), "schema": .object(parameter.schema),
        ]
    }

    private static func reference(_ schema: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(schema)")] }

    private static func responses(_ operation: Operation) -> JSONObject {
        var responses = JSONObject()
        for success in operation.success {
            let schema: JSONValue =
                !operation.isEnveloped
                ? reference(success.schema)
                : [
                    "allOf": [
                        reference("Envelope"), ["type": "object", "properties": ["data": reference(success.schema)]],
                    ]
                ]
            responses[String(success.status)] = [
                "description": .string(success.summary),
                "content": .object([operation.mediaType: ["schema": schema]]),
            ]
        }
        for (status, codes) in Dictionary(grouping: operation.allErrors, by: \.status).sorted(by: { $0.key < $1.key }) {
            let examples = codes.map {
                JSONObject.Member($0.name, ["$ref": .string("#/components/examples/\($0.name)")])
            }
            responses[String(status)] = [
                "description": .string(codes.map(\.name).joined(separator: ", ")),
                "content": [
                    "application/json": ["schema": reference("Envelope"), "examples": .object(JSONObject(examples))]
                ],
            ]
        }
        return responses
    }
}
