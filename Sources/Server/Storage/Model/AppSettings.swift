package import PushModel

/// What is decided for all pushes of one app.
package struct AppSettings: Sendable, Equatable {
    /// Whether encrypted pushes may be shown by the system, where an extension decrypts them; if not, all are silent.
    package var showsSealed = true
    /// The oldest SDK that gets visible encrypted pushes; nil sets no limit.
    package var minimumSDKVersion: SemanticVersion?
    /// The first version of the app that ships the extension; nil sets no limit.
    package var minimumAppVersion: SemanticVersion?

    /// How many pushes a second it sends at most, all servers together; nil sets no limit.
    package var pushesPerSecond: Int?

    /// The lowest and the highest rate.
    package static let pushRateRange = 1...1_000_000

    /// Makes the settings that hold when nobody sets any.
    package init() {}

    /// Reads settings as they are stored; what cannot be read is as if it were not set.
    init(stored text: String) {
        guard text != "{}", let object = try? JSONValue(parsing: text).object else { return }
        showsSealed = object["showsSealed"]?.bool ?? true
        pushesPerSecond = object["pushesPerSecond"]?.int
        minimumSDKVersion = object["minimumSdkVersion"]?.string.flatMap { SemanticVersion($0) }
        minimumAppVersion = object["minimumAppVersion"]?.string.flatMap { SemanticVersion($0) }
    }

    /// The settings as they are stored.
    var stored: String {
        let object: JSONObject = [
            "showsSealed": .bool(showsSealed), "pushesPerSecond": pushesPerSecond.map { .int($0) } ?? .null,
            "minimumSdkVersion": minimumSDKVersion.map { .string($0.description) } ?? .null,
            "minimumAppVersion": minimumAppVersion.map { .string($0.description) } ?? .null,
        ]
        return object.description
    }

    /// Whether a device gets encrypted pushes in the visible form.
    ///
    /// A version that the device did not report, or that is none, is older than every limit.
    ///
    /// - Parameters:
    ///   - hasServiceExtension: Whether it reported that its app embeds the extension.
    ///   - sdkVersion: The version of the SDK that it reported.
    ///   - appVersion: The version of the app that it reported.
    /// - Returns: Whether it does; if not, it gets the silent form.
    package func showsSealed(hasServiceExtension: Bool, sdkVersion: String?, appVersion: String?) -> Bool {
        guard hasServiceExtension, showsSealed else { return false }
        return Self.reaches(minimumSDKVersion, sdkVersion) && Self.reaches(minimumAppVersion, appVersion)
    }

    private static func reaches(_ minimum: SemanticVersion?, _ reported: String?) -> Bool {
        guard let minimum else { return true }
        guard let version = reported.flatMap({ SemanticVersion($0) }) else { return false }
        return version >= minimum
    }
}
