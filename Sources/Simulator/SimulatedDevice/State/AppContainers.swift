import Foundation
import ProcessLocal

/// The folders of an app on the device, and the paths under which one process sees them.
///
/// A process gets links of its own, which go with it: whatever is left of a killed in-process program finds no file.
struct AppContainers: Sendable {
    let root: URL
    let bundleID: String
    let groups: [String]

    init(device: URL, bundleID: String, groups: [String]) throws {
        root = device
        self.bundleID = bundleID
        self.groups = groups
        for folder in [home(of: .app), home(of: .serviceExtension)] + groups.map(group) {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("data/tmp"), withIntermediateDirectories: true)
        }
    }

    private func home(of role: ProcessIdentity.Role) -> URL {
        root.appendingPathComponent("containers/\(bundleID)/\(role == .app ? "app" : "extension")")
    }

    private func group(_ identifier: String) -> URL { root.appendingPathComponent("groups/\(identifier)") }

    /// The folder of a group as the device itself sees it.
    func groupData(_ identifier: String) -> URL { group(identifier).appendingPathComponent("data") }

    /// Makes the paths of a process.
    func open(for number: Int, role: ProcessIdentity.Role) throws -> ProcessContainers {
        let folder = root.appendingPathComponent("processes/\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func link(_ name: String, to target: URL) throws -> URL {
            let path = folder.appendingPathComponent(name)
            try FileManager.default.createSymbolicLink(at: path, withDestinationURL: target)
            return path.appendingPathComponent("data")
        }
        let home = try link("home", to: home(of: role))
        var paths: [String: URL] = [:]
        for identifier in groups { paths[identifier] = try link(identifier, to: group(identifier)) }
        return ProcessContainers(home: home, groups: paths)
    }

    /// Takes the paths of a process away.
    func close(for number: Int) {
        try? FileManager.default.removeItem(at: root.appendingPathComponent("processes/\(number)"))
    }

    /// Removes the app's own folders; those of groups stay while another app may have them.
    func remove() {
        try? FileManager.default.removeItem(at: root.appendingPathComponent("containers/\(bundleID)"))
        for identifier in groups { try? FileManager.default.removeItem(at: group(identifier)) }
    }
}
