internal import Foundation
internal import PushModel
internal import Storage

/// People and tokens that come from another system.
struct ImportRoutes {
    static let endpoints: [Endpoint] = [
        .management("POST", "/v1/imports", scope: "imports:write") { context in
            try context.refuseQuery()
            let batch = try ImportBatch(parsing: context.body)
            let report = try await context.storage.importRows(
                batch.rows.map(\.row), dryRun: batch.isDryRun, now: context.now)
            return Reply(batch.answer(report))
        }
    ]
}

/// The rows of a request: each is taken or refused with its own reason, and none holds back another.
struct ImportBatch {
    let isDryRun: Bool
    private(set) var rows: [(index: Int, row: ImportRow)] = []
    private var refused: [Refusal] = []

    private struct Refusal {
        let index: Int
        let code: String
        let param: String
        let message: String
    }

    init(parsing body: [UInt8]) throws {
        var reader = try FieldReader(parsing: body)
        let values = reader.array("rows", count: 0...TenantHandle.importLimit, isRequired: true) ?? []
        isDryRun = reader.bool("dryRun") ?? false
        try reader.finish()
        for (index, value) in values.enumerated() {
            guard let object = value.object else {
                refuse(index, "invalid_type", "", "Expected an object, found \(value.kindName).")
                continue
            }
            read(object, index)
        }
    }

    private mutating func read(_ object: JSONObject, _ index: Int) {
        var reader = FieldReader(object)
        let externalID = reader.string(
            "externalId", length: 1...255, byteLimit: Subscriber.externalIDByteLimit, isRequired: true)
        if let externalID, externalID.utf8.contains(0) {
            reader.fail("externalId", .invalidFormat, "A text cannot have the character U+0000.")
        }
        var change = SubscriberChange()
        change.attributes = reader.object("attributes")
        if let attributes = change.attributes, let fault = SubscriberInput.fault(in: attributes) {
            reader.append([fault])
        }
        if let timeZone = reader.string("timezone", length: 1...100) { change.timeZone = .some(timeZone) }
        if let locale = Self.text(&reader, "locale") { change.locale = .some(locale) }
        var device: ImportDevice?
        let token = reader.string("token", length: 1...4_096)
        let bundleID = reader.string("bundleId", length: 1...155, isRequired: token != nil)
        let environment = reader.choice("environment", of: PushEnvironment.self)
        let enabled = reader.bool("enabled")
        let appVersion = Self.text(&reader, "appVersion")
        let osVersion = Self.text(&reader, "osVersion")
        let model = Self.text(&reader, "model")
        reader.reportUnknown()
        if let fault = reader.errors.first {
            return refuse(index, fault.code.rawValue, fault.param, fault.message)
        }
        do {
            try SubscriberInput.check(names: change.attributes?.keys ?? [], timeZone: change.timeZone ?? nil)
            if let token, let bundleID {
                device = ImportDevice(
                    bundleID: bundleID, token: try DeviceToken(token).hex, environment: environment ?? .production,
                    isEnabled: enabled ?? true, appVersion: appVersion, osVersion: osVersion, model: model)
            }
        } catch {
            let error = APIError.answer(to: error).error
            return refuse(index, error.code.name, error.param ?? "", error.message)
        }
        guard let externalID else { return }
        rows.append((index, ImportRow(externalID: externalID, change: change, device: device)))
    }

    private static func text(_ reader: inout FieldReader, _ key: String) -> String? {
        guard let text = reader.string(key, length: 1...100) else { return nil }
        if text.utf8.contains(0) { reader.fail(key, .invalidFormat, "A text cannot have the character U+0000.") }
        return text
    }

    private mutating func refuse(_ index: Int, _ code: String, _ param: String, _ message: String) {
        refused.append(Refusal(index: index, code: code, param: param, message: message))
    }

    /// Brings the rows that were refused before and by the storage together.
    func answer(_ report: ImportReport) -> JSONValue {
        var all = refused
        for (place, reason) in report.refused {
            switch reason {
            case .unknownApp(let bundleID):
                all.append(
                    Refusal(
                        index: rows[place].index, code: APIError.Code.notFound.name, param: "bundleId",
                        message: "The tenant has no app with the bundle id “\(bundleID)”. Make it first."))
            case .attributesTooLarge(let size):
                all.append(
                    Refusal(
                        index: rows[place].index, code: APIError.Code.attributesTooLarge.name, param: "attributes",
                        message: "The attributes would have \(size) bytes; at most "
                            + "\(Subscriber.attributeByteLimit) are allowed."))
            }
        }
        return [
            "subscribers": [
                "created": .int(report.created), "updated": .int(report.updated),
                "unchanged": .int(report.unchanged),
            ],
            "devices": [
                "created": .int(report.devicesCreated), "moved": .int(report.devicesMoved),
                "known": .int(report.devicesKnown),
            ],
            "refused": .array(
                all.sorted { $0.index < $1.index }.map {
                    [
                        "index": .int($0.index), "code": .string($0.code), "param": .string($0.param),
                        "message": .string($0.message),
                    ]
                }),
        ]
    }
}
