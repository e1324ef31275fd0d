internal import PushModel
internal import Storage

/// What a request changes in an app's settings; what it leaves out stays, and null goes back to what holds when nobody
/// sets it.
struct AppSettingsChange: Sendable {
    private var changes: [@Sendable (inout AppSettings) -> Void] = []

    /// Reads `settings`; faults go to the reader.
    init(_ reader: inout FieldReader) {
        let usual = AppSettings()
        var changes: [@Sendable (inout AppSettings) -> Void] = []
        _ = reader.nested("settings") { settings in
            _ = settings.nested("visibleEncrypted") { visible in
                if let isOn = visible.change("enabled", { $0.bool($1) }) {
                    changes.append { $0.showsSealed = isOn ?? usual.showsSealed }
                }
                if let version = visible.change("minimumSdkVersion", Self.version) {
                    changes.append { $0.minimumSDKVersion = version }
                }
                if let version = visible.change("minimumAppVersion", Self.version) {
                    changes.append { $0.minimumAppVersion = version }
                }
                return true
            }
            if let rate = settings.change("pushesPerSecond", { $0.int($1, in: AppSettings.pushRateRange) }) {
                changes.append { $0.pushesPerSecond = rate }
            }
            return true
        }
        self.changes = changes
    }

    func apply(to settings: inout AppSettings) {
        for change in changes { change(&settings) }
    }

    private static func version(_ reader: inout FieldReader, _ key: String) -> SemanticVersion? {
        guard let text = reader.string(key, length: 1...128) else { return nil }
        guard let version = SemanticVersion(text) else {
            reader.fail(key, .invalidFormat, "A version is one to three numbers, such as 3.0.10.")
            return nil
        }
        return version
    }
}

extension AppSettings {
    var json: JSONValue {
        [
            "visibleEncrypted": [
                "enabled": .bool(showsSealed),
                "minimumSdkVersion": minimumSDKVersion.map { .string($0.description) } ?? .null,
                "minimumAppVersion": minimumAppVersion.map { .string($0.description) } ?? .null,
            ],
            "pushesPerSecond": pushesPerSecond.map { .int($0) } ?? .null,
        ]
    }
}
