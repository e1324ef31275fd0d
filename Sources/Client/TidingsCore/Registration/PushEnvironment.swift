public import Foundation

/// The APNs environment that a token belongs to.
public enum PushEnvironment: String, Codable, Sendable {
    /// Development builds.
    case sandbox
    /// TestFlight, ad hoc and App Store builds.
    case production

    /// Reads the environment out of an embedded provisioning profile.
    ///
    /// The profile is a signed container with a property list inside. `aps-environment` = `development`, on a Mac
    /// `com.apple.developer.aps-environment`, means sandbox; any other value, no entitlement and no profile (as in App
    /// Store builds) mean production.
    public init(embeddedProfile profile: Data?) {
        self = .production
        guard let profile, let list = Self.propertyList(in: profile),
            let entitlements = list["Entitlements"] as? [String: Any],
            let value = Self.entitlementKeys.compactMap({ entitlements[$0] as? String }).first
        else { return }
        if value == "development" { self = .sandbox }
    }

    /// Whether an embedded provisioning profile gives the right to receive pushes at all.
    package static func isNamed(inEmbeddedProfile profile: Data) -> Bool {
        let entitlements = propertyList(in: profile)?["Entitlements"] as? [String: Any]
        return entitlementKeys.contains { entitlements?[$0] != nil }
    }

    private static let entitlementKeys = ["aps-environment", "com.apple.developer.aps-environment"]

    private static func propertyList(in profile: Data) -> [String: Any]? {
        guard let start = profile.range(of: Data("<plist".utf8)),
            let end = profile.range(of: Data("</plist>".utf8), in: start.lowerBound..<profile.endIndex)
        else { return nil }
        let list = profile[start.lowerBound..<end.upperBound]
        return (try? PropertyListSerialization.propertyList(from: Data(list), format: nil)) as? [String: Any]
    }
}
