import Foundation
import PushCrypto
import TidingsServer
import Timekeeping

extension Command {
    static let keysMakeMaster = Command(
        "make-master", "Print a new master key, under which a server keeps its secrets.",
        discussion: """
            Give it to every server of the installation as TIDINGS_MASTER_KEY or in the file of TIDINGS_MASTER_KEY_FILE, and keep
            a copy apart from the backups of the database: without it APNs keys and identity secrets cannot be read.
            """,
        options: [.json],
        examples: [
            Example(
                "(umask 077; tidings keys make-master > master.key)",
                "Writes a new master key into a file that nobody else reads.")
        ]
    ) { invocation in
        let key = try MasterKey.generate()
        try invocation.output.result(["id": key.id, "key": key.text], text: key.text)
        return .done
    }

    static let keysRotateMaster = Command(
        "rotate-master", "Seal all secrets with the present master key.",
        discussion: """
            TIDINGS_MASTER_KEY holds the new key and, after a comma, the old one; a file has one on each line. First give
            servers that share a database both keys, the old one first; then, in any order, the new one first, and run this;
            then leave out the old one. On a data folder it runs while no server does.
            """,
        options: [
            .value("data", "DIR", "The data folder; TIDINGS_DATA or tidings-data by default."),
            .value("database", "URL", "The PostgreSQL database in place of a folder; TIDINGS_DATABASE by default."),
            .json,
        ],
        examples: [
            Example(
                "TIDINGS_MASTER_KEY_FILE=/etc/tidings/master.keys tidings keys rotate-master",
                "Seals what an earlier key of the file had sealed.")
        ]
    ) { invocation in
        let folder = DataOptions.folder(invocation)
        let url = DataOptions.database(invocation)
        let keys = try masterKeys(invocation) ?? (url == nil ? MasterKeyFile.keys(in: folder) : nil)
        guard let keys else {
            throw CommandError(
                .unusableSetting, "There is no master key. Set TIDINGS_MASTER_KEY or TIDINGS_MASTER_KEY_FILE.")
        }
        let count = try await Administration.on(
            dataDirectory: folder, databaseURL: url, masterKeys: keys, time: SystemTime()
        ) { try await $0.rotateMasterKey() }
        try invocation.output.result(
            Rotation(key: keys.currentID, sealed: count),
            text: "\(count) secret\(count == 1 ? "" : "s") sealed anew; all are under the master key \(keys.currentID)."
        )
        return .done
    }

    /// The master keys that the environment gives, if any.
    static func masterKeys(_ invocation: Invocation) throws -> MasterKeys? {
        var values: [String: String] = [:]
        for setting in ServerSetting.all where setting.key.hasPrefix("master-key") {
            values[setting.key] = invocation.environment[setting.environmentVariable]
        }
        do { return try ServerConfiguration(values: values).masterKeys } catch let error as ConfigurationError {
            throw CommandError(.unusableSetting, "\(error)")
        }
    }
}

private struct Rotation: Encodable {
    let key: String
    let sealed: Int
}
