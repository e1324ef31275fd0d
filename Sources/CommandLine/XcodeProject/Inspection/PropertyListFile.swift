package import Foundation

/// A property list as it lies on the disk: an Info.plist, entitlements, a configuration of an SDK; XML or binary.
package struct PropertyListFile: Sendable {
    /// Where it lies from the project's folder, for people.
    package let path: String
    /// Where it lies.
    package let url: URL
    /// What it holds.
    package let values: [String: any Sendable]
    private let bytes: [UInt8]

    /// More than any such list has.
    private static let byteLimit = 4 << 20

    /// Reads a file that a setting names; nil if it cannot be found or read.
    init?(_ path: String, root: URL) {
        guard let path = SourcePath.relative(path) else { return nil }
        self.init(url: URL(fileURLWithPath: path, relativeTo: root).standardizedFileURL, path: path)
    }

    /// Reads a file; nil if it is no property list with a dictionary.
    package init?(url: URL, path: String) {
        guard let bytes = try? SourceText.bytes(of: url, limit: Self.byteLimit) else { return nil }
        self.init(bytes: bytes, url: url, path: path)
    }

    /// Reads the bytes of a file; nil if they are no property list with a dictionary.
    package init?(bytes: [UInt8], url: URL, path: String) {
        guard
            let values = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
                as? [String: any Sendable]
        else { return nil }
        self.path = path
        self.url = url
        self.values = values
        self.bytes = bytes
    }

    /// The text under a key.
    package func string(_ key: String) -> String? { values[key] as? String }

    /// The texts of a list under a key; nil if there is no list.
    package func strings(_ key: String) -> [String]? { values[key] as? [String] }

    /// The dictionary under a key.
    package func dictionary(_ key: String) -> [String: any Sendable]? { values[key] as? [String: any Sendable] }

    /// What kind of extension it is of.
    package var extensionPoint: String? { dictionary("NSExtension")?["NSExtensionPointIdentifier"] as? String }

    /// The line on which a key stands, counted from 1; nil in a binary list and for a key that is not there.
    package func line(of key: String) -> Int? {
        guard !bytes.starts(with: Array("bplist".utf8)) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.range(of: "<key>\(key)</key>").map { place in
            1 + text[..<place.lowerBound].count(where: \.isNewline)
        }
    }
}
