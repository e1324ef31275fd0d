public import Foundation

/// The folders that a simulated process may use.
public struct ProcessContainers: Sendable {
    /// Home folder of this process: the app's container, or the extension's own one.
    public let home: URL
    /// Folders shared by the processes of one app group, by group identifier.
    public let groups: [String: URL]

    /// Names the folders; the device has made them.
    public init(home: URL, groups: [String: URL]) {
        self.home = home
        self.groups = groups
    }

    /// The shared folder of a group, or nil when the app does not have that group as a capability.
    public func group(_ identifier: String) -> URL? { groups[identifier] }
}
