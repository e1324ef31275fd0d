/// How many signing keys a team may have.
///
/// Source: Apple, "Establishing a token-based connection to APNs".
enum KeyLimits {
    /// Keys for all topics of the team, in each environment.
    static let teamKeys = 2
    /// Keys for certain topics, in each environment.
    static let topicKeys = 200
    /// Topics of one key.
    static let topics = 400

    /// Whether a team with these other keys may have this one.
    static func allow(_ key: APNsSimulator.ProviderKey, beside others: [APNsSimulator.ProviderKey]) -> Bool {
        if let bundleIDs = key.bundleIDs, bundleIDs.count > topics { return false }
        let limit = key.bundleIDs == nil ? teamKeys : topicKeys
        return key.environments.allSatisfy { environment in
            let alike = others.count {
                ($0.bundleIDs == nil) == (key.bundleIDs == nil) && $0.environments.contains(environment)
            }
            return alike < limit
        }
    }
}
