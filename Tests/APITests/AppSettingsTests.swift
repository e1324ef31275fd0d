import APNs
import Foundation
import PushCrypto
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import WebServer

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct AppSettingsTests {
    private static func appPath(_ server: APIFixture) async throws -> String {
        let apps = try await server.call("GET", "/v1/apps").data["items"]?.array
        return "/v1/apps/\(apps?.first?["id"]?.string ?? "")"
    }

    /// A registration with a message key and what the app reports of itself.
    private static func registration(
        install: String, token: String, sdk: String?, app: String?, hasExtension: Bool = true
    ) throws -> JSONValue {
        var object = APIFixture.registration(install: install, token: token).object ?? JSONObject()
        object["sdkVersion"] = sdk.map { .string($0) }
        object["appVersion"] = app.map { .string($0) }
        object["capabilities"] = ["serviceExtension": .bool(hasExtension)]
        let keys = try PayloadKeys.generate()
        object["encryption"] = [
            "keyId": "k1", "publicKey": .string(Base64URL.encode(keys.publicKey)),
            "auth": .string(Base64URL.encode(keys.authSecret)),
        ]
        return .object(object)
    }

    /// A device's versions and whether the form is to be visible.
    private static let devices: [(sdk: String?, app: String?, hasExtension: Bool, isVisible: Bool)] = [
        ("3.0.10", "2.4", true, true), ("3.0.11", "2.10.0", true, true), ("v3.1", "2.4.0", true, true),
        ("3.0.9", "2.4", true, false), ("3.0.10-beta.1", "2.4", true, false), ("3.0.10", "2.3.99", true, false),
        ("3.0.10", "2.4", false, false), (nil, "2.4", true, false), ("three", "2.4", true, false),
        ("3.0.10.1", "2.4", true, false), ("3.0.10", nil, true, false), ("3.0.10", "2,4", true, false),
    ]

    @Test(.rows("K14", "K17", "K13"))
    func `an encrypted push is visible only from the versions on that the app names, and silent everywhere else`()
        async throws
    {
        try await APIFixture.with { server in
            let changed = try await server.call(
                "PATCH", try await Self.appPath(server),
                ["settings": ["visibleEncrypted": ["minimumSdkVersion": "3.0.10", "minimumAppVersion": "2.4"]]])
            #expect(changed.status == 200)
            var forms: [String: Bool] = [:]
            for (index, device) in Self.devices.enumerated() {
                let token = "aa\(10 + index)"
                forms[token] = device.isVisible
                let body = try Self.registration(
                    install: "install-\(index)", token: token, sdk: device.sdk, app: device.app,
                    hasExtension: device.hasExtension)
                #expect(try await server.client("PUT", "/v1/client/device", body).status == 201)
            }
            let sent = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "Secret", "encrypt": "device"])
            _ = try await server.completed(sent.data["id"]?.string ?? "")
            #expect(server.pushes.count == Self.devices.count)
            for push in server.pushes {
                let isVisible = forms[push.deviceToken] == true
                #expect(push.pushType == (isVisible ? .alert : .background), "\(push.deviceToken)")
                #expect(push.priority == (isVisible ? .immediate : .conservePower))
                let payload = try JSONValue(parsing: push.payload)
                #expect((payload["aps"]?["mutable-content"] == 1) == isVisible)
                #expect((payload["aps"]?["content-available"] == 1) == !isVisible)
                #expect((payload["aps"]?["alert"] == nil) == !isVisible)
                #expect(payload["tidings"]?["enc"]?.string != nil)
                #expect(!String(decoding: push.payload, as: UTF8.self).contains("Secret"))
            }
        }
    }

    @Test(.rows("K14")) func `one switch makes all encrypted pushes of an app silent, and changes no other`()
        async throws
    {
        try await APIFixture.with { server in
            let path = try await Self.appPath(server)
            let body = try Self.registration(install: "install-1", token: "ab12", sdk: "9.0", app: "9.0")
            _ = try await server.client("PUT", "/v1/client/device", body)
            for isOn in [false, true] {
                _ = try await server.call("PATCH", path, ["settings": ["visibleEncrypted": ["enabled": .bool(isOn)]]])
                for encrypt in ["device", "none"] {
                    let sent = try await server.call(
                        "POST", "/v1/messages", ["to": "ann", "title": "x", "encrypt": .string(encrypt)])
                    _ = try await server.completed(sent.data["id"]?.string ?? "")
                }
            }
            #expect(server.pushes.map(\.pushType) == [.background, .alert, .alert, .alert])
        }
    }

    @Test(.rows("K14", "K17"))
    func `an app's settings change one by one, and null goes back to what holds where nothing is set`()
        async throws
    {
        try await APIFixture.with { server in
            let path = try await Self.appPath(server)
            let usual: JSONValue = [
                "visibleEncrypted": ["enabled": true, "minimumSdkVersion": nil, "minimumAppVersion": nil],
                "pushesPerSecond": nil,
            ]
            #expect(try await server.call("GET", path).data["settings"] == usual)
            _ = try await server.call(
                "PATCH", path, ["settings": ["visibleEncrypted": ["minimumSdkVersion": "v3.0.9"]]])
            let second = try await server.call(
                "PATCH", path,
                ["name": "Other", "settings": ["visibleEncrypted": ["enabled": false], "pushesPerSecond": 500]])
            #expect(second.data["name"] == "Other")
            let both: JSONValue = [
                "visibleEncrypted": ["enabled": false, "minimumSdkVersion": "3.0.9", "minimumAppVersion": nil],
                "pushesPerSecond": 500,
            ]
            #expect(second.data["settings"] == both)
            #expect(try await server.call("GET", path).data == second.data)
            let back = try await server.call(
                "PATCH", path,
                [
                    "settings": [
                        "visibleEncrypted": ["enabled": nil, "minimumSdkVersion": nil], "pushesPerSecond": nil,
                    ]
                ])
            #expect(back.data["settings"] == usual)
            #expect(back.data["name"] == "Other")
        }
    }

    private static let faults: [(JSONValue, String)] = [
        (["settings": ["visible": [:]]], "settings.visible"),
        (["settings": ["visibleEncrypted": ["enabled": "on"]]], "settings.visibleEncrypted.enabled"),
        (
            ["settings": ["visibleEncrypted": ["minimumSdkVersion": "3.x"]]],
            "settings.visibleEncrypted.minimumSdkVersion"
        ),
        (["settings": ["visibleEncrypted": ["minimumAppVersion": 3]]], "settings.visibleEncrypted.minimumAppVersion"),
        (["settings": ["pushesPerSecond": 0]], "settings.pushesPerSecond"),
        (["bundleId": "com.example.other"], "bundleId"), (["name": ""], "name"),
    ]

    @Test(arguments: faults)
    func `a setting of an app that is not there or cannot be is refused, and nothing changes`(
        body: JSONValue, param: String
    ) async throws {
        try await APIFixture.with { server in
            let path = try await Self.appPath(server)
            let before = try await server.call("GET", path).data
            let answer = try await server.call("PATCH", path, body)
            #expect(answer.status == 400 && answer.code == "validation_failed" && answer.param == param)
            #expect(try await server.call("GET", path).data == before)
            let unknown = try await server.call("PATCH", "/v1/apps/app_0123456789abcdefghjkmnpqrstvw", ["name": "x"])
            #expect(unknown.status == 404)
        }
    }
}
