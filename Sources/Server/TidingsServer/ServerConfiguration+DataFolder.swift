import Foundation

extension ServerConfiguration {
    /// Where the data is, for people; of a database server's URL only what holds no secret.
    package var placeOfData: String { databaseURL == nil ? dataDirectory : "PostgreSQL" }

    /// What to say when others than the owner can read the data folder, which holds APNs keys; nil when nobody can.
    ///
    /// A folder that the server makes is the owner's alone (mode 700); one that was there before is left as it is.
    public var dataFolderWarning: String? {
        guard databaseURL == nil else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: dataDirectory)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.uint16Value, mode & 0o077 != 0 else {
            return nil
        }
        return """
            Warning: others can read \(dataDirectory) (mode \(String(mode & 0o777, radix: 8))), which holds APNs keys \
            and messages. Run: chmod 700 \(dataDirectory)
            """
    }
}
