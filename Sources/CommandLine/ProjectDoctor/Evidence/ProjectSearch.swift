package import Foundation
import XcodeProject

/// Finds what lies in a project's folder and belongs to its pushes: profiles, Firebase's configuration.
package enum ProjectSearch {
    /// Folders of others, and of what is built.
    private static let ignored: Set<String> = [
        "Pods", "node_modules", ".git", ".build", "build", "DerivedData", "Carthage", "vendor", ".swiftpm",
    ]
    private static let depthLimit = 5
    private static let entryLimit = 20_000
    /// More than any profile has.
    package static let profileByteLimit = 4 << 20

    /// Puts what is found into a subject; what was named already stays.
    package static func fill(_ subject: inout Subject, from root: URL) {
        var left = entryLimit
        var found: [String] = []
        walk(root, "", depth: 0, &left, &found)
        if subject.profiles.isEmpty {
            subject.profiles = found.filter { $0.hasSuffix(".mobileprovision") || $0.hasSuffix(".provisionprofile") }
                .compactMap { path in
                    bytes(root.appendingPathComponent(path), limit: profileByteLimit).map {
                        ProfileEvidence(path: path, bytes: $0)
                    }
                }
        }
        if subject.googleServices.isEmpty {
            subject.googleServices = found.filter {
                let name = $0.split(separator: "/").last ?? ""
                return name.hasPrefix("GoogleService-Info") && name.hasSuffix(".plist")
            }.compactMap { PropertyListFile(url: root.appendingPathComponent($0), path: $0) }
        }
    }

    /// The bytes of a file that is not too large.
    package static func bytes(_ url: URL, limit: Int) -> [UInt8]? {
        guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= limit,
            let data = try? Data(contentsOf: url)
        else { return nil }
        return [UInt8](data)
    }

    private static func walk(_ root: URL, _ folder: String, depth: Int, _ left: inout Int, _ found: inout [String]) {
        let place = folder.isEmpty ? root : root.appendingPathComponent(folder)
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []).sorted()
        for name in names where left > 0 {
            left -= 1
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if name.contains("provision") || name.hasPrefix("GoogleService-Info") { found.append(path) }
            // Names with an ending are files, or bundles that nobody keeps such files in.
            guard !ignored.contains(name), !name.contains("."), depth < depthLimit else { continue }
            walk(root, path, depth: depth + 1, &left, &found)
        }
    }
}
