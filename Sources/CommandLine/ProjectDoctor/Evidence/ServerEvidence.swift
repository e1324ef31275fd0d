package import Foundation

/// What a running server said of the app and of its clock.
package struct ServerEvidence: Sendable {
    /// A credential for APNs that the server has for the app.
    package struct Credential: Sendable {
        /// The team, ten characters; nil where the kind of credential has none.
        package var teamID: String?
        /// The environments that it is for.
        package var environments: [TokenEnvironment]

        /// Describes a credential.
        package init(teamID: String?, environments: [TokenEnvironment]) {
            self.teamID = teamID
            self.environments = environments
        }
    }

    /// Its address, for people.
    package var url: String
    /// Why it did not answer; nil if it did.
    package var fault: String?
    /// The bundle ids of the apps that it knows; nil if it did not say.
    package var bundleIDs: [String]?
    /// The credentials of each app by its bundle id.
    package var credentialsByApp: [String: [Credential]] = [:]
    /// How far its clock is ahead of ours; nil if it did not say.
    package var clockLead: TimeInterval?

    /// Knows nothing yet but the address.
    package init(url: String) { self.url = url }

    /// The credentials of the app with one of these bundle ids; nil if the server knows none of them.
    func credentials(_ ids: [String]) -> [Credential]? {
        let known = ids.compactMap { credentialsByApp[$0] }
        return known.isEmpty ? nil : known.flatMap { $0 }
    }
}
