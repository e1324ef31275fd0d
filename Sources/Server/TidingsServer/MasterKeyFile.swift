internal import Foundation
package import PushCrypto

/// The file in a data folder that holds its master key, where none is given from outside.
package enum MasterKeyFile {
    /// The file's name.
    package static let name = "master.key"

    /// The keys of the folder's file; nil if it has none.
    ///
    /// - Throws: `ConfigurationError` for a file that is no master key.
    package static func keys(in folder: String) throws(ConfigurationError) -> MasterKeys? {
        let path = path(in: folder)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try read(path)
    }

    /// The keys of a file.
    ///
    /// - Throws: `ConfigurationError` for a file that cannot be read or is no master key.
    package static func read(_ path: String) throws(ConfigurationError) -> MasterKeys {
        guard let contents = FileManager.default.contents(atPath: path) else {
            throw fault("cannot read '\(path)'; check the path and its permissions")
        }
        do { return try MasterKeys(String(decoding: contents, as: UTF8.self)) } catch {
            throw fault("'\(path)': \(error.message)")
        }
    }

    /// Makes a key and writes it into the folder's file, for its owner's eyes only.
    ///
    /// - Throws: `ConfigurationError` if it cannot be written.
    package static func make(in folder: String) throws(ConfigurationError) -> MasterKeys {
        guard let key = try? MasterKey.generate() else { throw fault("there are no random bytes for a key") }
        let path = path(in: folder)
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data((key.text + "\n").utf8), attributes: [.posixPermissions: 0o600])
        guard isMade else { throw fault("cannot write '\(path)'; check the folder and its permissions") }
        return MasterKeys(key)
    }

    private static func path(in folder: String) -> String { "\(folder)/\(name)" }

    private static func fault(_ message: String) -> ConfigurationError {
        ConfigurationError(problems: [.init(key: "master-key-file", message: message)])
    }
}
