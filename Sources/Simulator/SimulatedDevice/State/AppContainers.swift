import Foundation
import ProcessLocal

/// The folders of an app on the device, and the paths under which one process sees them.
///
/// A process gets links of its own, which go with it: whatever is left of a killed in-process program finds no file. Before
/// the first unlock after a start the links are sealed: an empty home, in which defaults read as never set, and groups whose
/// files can be neither read nor written, as files with the usual protection on a phone. Sources: field reports of launches
/// ahead of the first unlock. That what is then written to the home is lost, rather than refused, is unverified on a device.
struct AppContainers: Sendable {
    let root: URL
    let bundleID: String
    let groups: [String]

    init(device: URL, bundleID: String, groups: [String]) throws {
        root = device
        self.bundleID = bundleID
        self.groups = groups
        let homes = [ProcessIdentity.Role.app, .serviceExtension, .contentExtension].map(home)
        for folder in homes + groups.map(group) {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("data/tmp"), withIntermediateDirectories: true)
        }
    }

    private func home(of role: ProcessIdentity.Role) -> URL {
        let name =
            switch role {
            case .app: "app"
            case .serviceExtension: "extension"
            case .contentExtension: "content-extension"
            }
        return root.appendingPathComponent("containers/\(bundleID)/\(name)")
    }

    private func group(_ identifier: String) -> URL { root.appendingPathComponent("groups/\(identifier)") }

    /// The folder of a group as the device itself sees it.
    func groupData(_ identifier: String) -> URL { group(identifier).appendingPathComponent("data") }

    /// Where the sound files of the app are looked for, in order.
    var soundFolders: [URL] {
        ([home(of: .app)] + groups.map(group)).map { $0.appendingPathComponent("data/Library/Sounds") }
    }

    /// Makes the paths of a process.
    func open(for number: Int, role: ProcessIdentity.Role, isSealed: Bool) throws -> ProcessContainers {
        let folder = processFolder(number)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let sealedHome = folder.appendingPathComponent("sealed")
        if isSealed {
            try FileManager.default.createDirectory(
                at: sealedHome.appendingPathComponent("data/tmp"), withIntermediateDirectories: true)
        }
        func link(_ name: String, to target: URL) throws -> URL {
            let path = folder.appendingPathComponent(name)
            try FileManager.default.createSymbolicLink(at: path, withDestinationURL: target)
            return path.appendingPathComponent("data")
        }
        let home = try link("home", to: isSealed ? sealedHome : home(of: role))
        var paths: [String: URL] = [:]
        for identifier in groups {
            paths[identifier] = try link(
                identifier, to: isSealed ? folder.appendingPathComponent("locked") : group(identifier))
        }
        return ProcessContainers(home: home, groups: paths)
    }

    /// Lets a process that was started before the first unlock see its folders.
    func unseal(for number: Int, role: ProcessIdentity.Role) {
        let targets = Dictionary(uniqueKeysWithValues: groups.map { ($0, group($0)) }).merging(["home": home(of: role)])
        {
            $1
        }
        for (name, target) in targets {
            let path = processFolder(number).appendingPathComponent(name)
            guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path.path)) != nil else { continue }
            // At no moment may the folder be missing: an app that looks just then would take itself for a new install.
            let next = processFolder(number).appendingPathComponent(".next-\(name)")
            try? FileManager.default.createSymbolicLink(at: next, withDestinationURL: target)
            rename(next.path, path.path)
        }
    }

    private func processFolder(_ number: Int) -> URL { root.appendingPathComponent("processes/\(number)") }

    /// Takes the paths of a process away.
    func close(for number: Int) { try? FileManager.default.removeItem(at: processFolder(number)) }

    /// Removes the app's own folders; those of groups stay while another app may have them.
    func remove() {
        try? FileManager.default.removeItem(at: root.appendingPathComponent("containers/\(bundleID)"))
        for identifier in groups { try? FileManager.default.removeItem(at: group(identifier)) }
    }

    // MARK: Backup

    /// Copies the app's folders; the temporary ones stay behind.
    func copy(to folder: URL) throws {
        for (name, source) in parts {
            let target = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.copyItem(at: source, to: target)
            let temporary = target.appendingPathComponent("tmp")
            try? FileManager.default.removeItem(at: temporary)
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        }
    }

    /// Puts copied folders in the place of the app's own.
    func restore(from folder: URL) throws {
        for (name, target) in parts {
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.copyItem(at: folder.appendingPathComponent(name), to: target)
        }
    }

    private var parts: [(String, URL)] {
        [ProcessIdentity.Role.app, .serviceExtension, .contentExtension].map {
            ("\(bundleID)/\($0.rawValue)", home(of: $0).appendingPathComponent("data"))
        } + groups.map { ("groups/\($0)", groupData($0)) }
    }
}
