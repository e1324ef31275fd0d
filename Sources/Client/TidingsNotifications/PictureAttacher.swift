import Foundation
import TidingsCore
package import UserNotifications

/// Fetches the picture of a message and makes an attachment of it.
package struct PictureAttacher: Sendable {
    /// What a picture may cost.
    package struct Limits: Sendable {
        /// The most bytes; 10 MB by default, the most that the system takes for an image.
        package var byteCount = 10_000_000
        /// The longest time; 15 s by default.
        package var time: Duration = .seconds(15)

        /// The default limits.
        package init() {}
    }

    private let transport: HTTPTransport
    private let limits: Limits
    private let log: ClientLog

    /// Creates an attacher.
    package init(transport: HTTPTransport, limits: Limits, log: ClientLog) {
        self.transport = transport
        self.limits = limits
        self.log = log
    }

    /// The attachment for an address; nil if there is none to be had, for whatever reason.
    package func attachment(for address: String) async -> UNNotificationAttachment? {
        guard let url = PictureAddress.url(address) else {
            log(.warning, "The picture's address is not one that may be fetched")
            return nil
        }
        do {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("tidings-pictures", isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let picture = try await transport.download(url, folder, limits.byteCount, limits.time)
            return try attach(picture, in: folder)
        } catch {
            log(.warning, "The picture could not be fetched", ("error", "\(type(of: error))"))
            return nil
        }
    }

    private func attach(_ picture: DownloadedFile, in folder: URL) throws -> UNNotificationAttachment? {
        guard let kind = PictureKind(contentsOf: picture.file) else {
            log(.warning, "What was fetched is not a picture", ("type", picture.mediaType))
            try? FileManager.default.removeItem(at: picture.file)
            return nil
        }
        // The name is ours: one from the payload or the server could leave the folder or hit another picture.
        let file = folder.appendingPathComponent("\(UUID().uuidString).\(kind.rawValue)")
        try FileManager.default.moveItem(at: picture.file, to: file)
        return try UNNotificationAttachment(identifier: "tidings-picture", url: file, options: nil)
    }
}
