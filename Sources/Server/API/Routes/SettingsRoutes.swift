internal import Foundation
internal import PushModel
internal import Storage

/// What a tenant decides for all of its messages and apps.
struct SettingsRoutes {
    static func endpoints(_ directory: KeyDirectory) -> [Endpoint] {
        [
            .management("GET", "/v1/settings", scope: "settings:read") { context in
                try context.refuseQuery()
                return Reply(try await context.storage.settings().json)
            },
            .management("PATCH", "/v1/settings", scope: "settings:write") { context in
                try context.refuseQuery()
                let change = try SettingsChange(parsing: context.body)
                let settings = try await context.storage.changeSettings { change.apply(to: &$0) }
                directory.forget(context.tenant)
                return Reply(settings.json)
            },
        ]
    }
}

/// What a request changes; what it leaves out stays, and null goes back to what holds when nobody sets it.
struct SettingsChange: Sendable {
    private var changes: [@Sendable (inout TenantSettings) -> Void] = []

    init(parsing body: [UInt8]) throws {
        var reader = try FieldReader(parsing: body)
        self.init(&reader)
        try reader.finish()
    }

    init(_ reader: inout FieldReader) {
        let usual = TenantSettings()
        var changes: [@Sendable (inout TenantSettings) -> Void] = []
        _ = reader.nested("channels") { channels in
            channels.nested("push") { push in
                if let isOn = push.change("enabled", { $0.bool($1) }) {
                    changes.append { $0.isPushEnabled = isOn ?? usual.isPushEnabled }
                }
                return true
            }
        }
        _ = reader.nested("identity") { identity in
            if let isOn = identity.change("requireVerification", { $0.bool($1) }) {
                changes.append { $0.requiresVerification = isOn ?? usual.requiresVerification }
            }
            return true
        }
        _ = reader.nested("sendPolicy") { policy in
            if let cap = policy.change("dailyCap", { $0.int($1, in: TenantSettings.dailyCapRange) }) {
                changes.append { $0.dailyCap = cap }
            }
            if let zone = policy.change("timezone", { Self.zone(&$0, $1) }) {
                changes.append { $0.timeZone = zone ?? usual.timeZone }
            }
            if let hours = policy.change("quietHours", { Self.quietHours(&$0, $1) }) {
                changes.append { $0.quietHours = hours }
            }
            return true
        }
        self.changes = changes
    }

    func apply(to settings: inout TenantSettings) {
        for change in changes { change(&settings) }
    }

    private static func zone(_ reader: inout FieldReader, _ key: String) -> String? {
        guard let name = reader.string(key, length: 1...100) else { return nil }
        guard TimeZone(identifier: name) != nil else {
            reader.fail(key, .invalidFormat, "The time zone is no name of the IANA database, such as Europe/Berlin.")
            return nil
        }
        return name
    }

    private static func quietHours(_ reader: inout FieldReader, _ key: String) -> LocalPlan.QuietHours? {
        reader.nested(key) { hours in
            let from = hours.string("from", length: 5...5, isRequired: true)
            let until = hours.string("until", length: 5...5, isRequired: true)
            for (key, text) in [("from", from), ("until", until)] {
                if let text, WallClock("2026-01-01T\(text)") == nil {
                    hours.fail(key, .invalidFormat, "Write a time of day such as 22:00.")
                }
            }
            if let from, let until, from == until {
                hours.fail("until", .invalidFormat, "Hours that end when they begin would be none or all of the day.")
            }
            guard let from, let until else { return nil }
            return .init(from: from, until: until)
        }
    }
}

extension FieldReader {
    /// What a field changes: nil if it is left out, nil inside if it is null.
    mutating func change<Value>(
        _ key: String, _ read: (inout FieldReader, String) -> Value?
    ) -> Value?? {
        let value = read(&self, key)
        return contains(key) ? .some(value) : nil
    }
}

extension TenantSettings {
    var json: JSONValue {
        [
            "channels": ["push": ["enabled": .bool(isPushEnabled)]],
            "identity": ["requireVerification": .bool(requiresVerification)],
            "sendPolicy": [
                "dailyCap": dailyCap.map { .int($0) } ?? .null,
                "quietHours": quietHours.map { ["from": .string($0.from), "until": .string($0.until)] } ?? .null,
                "timezone": .string(timeZone),
            ],
        ]
    }
}
