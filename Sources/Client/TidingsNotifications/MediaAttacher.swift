import Foundation
import PushModel
import TidingsCore
package import UserNotifications

/// Fetches the pictures, sounds and films of a message and makes attachments of them.
package struct MediaAttacher: Sendable {
    /// What attachments may cost.
    package struct Limits: Sendable {
        /// Which files, and how large; what the system takes, by default.
        package var rule = MediaRule()
        /// The most files of one notification; 4 by default.
        package var count = Attachment.countLimit
        /// How long after the arrival of the push they may take, all together; 25 s by default.
        package var time: Duration = .seconds(25)
        /// The most bytes of a face, which has to be in memory; 500 kB by default.
        package var faceByteLimit = 500_000

        /// The default limits.
        package init() {}
    }

    /// The age in seconds after which a file was surely left behind by a process that was killed.
    private static let abandonedAge: TimeInterval = 3_600

    private let transport: HTTPTransport
    private let limits: Limits
    private let log: ClientLog

    /// Creates an attacher.
    package init(transport: HTTPTransport, limits: Limits, log: ClientLog) {
        self.transport = transport
        self.limits = limits
        self.log = log
    }

    /// The attachment for one file; nil if there is none to be had, for whatever reason.
    ///
    /// - Parameters:
    ///   - media: What is wanted.
    ///   - identifier: Its name among the attachments.
    ///   - timeout: How long it may take.
    /// - Returns: The attachment, its file under the right extension.
    package func attachment(
        for media: Attachment, as identifier: String, within timeout: Duration
    ) async -> UNNotificationAttachment? {
        guard let found = await fetch(media.url, limits.rule, within: timeout) else { return nil }
        do {
            // The name is ours: one from the payload or the server could leave the folder or hit another file.
            let file = found.file.appendingPathExtension(found.kind.fileExtension)
            try FileManager.default.moveItem(at: found.file, to: file)
            return try UNNotificationAttachment(
                identifier: identifier, url: file, options: AttachmentOptions.dictionary(for: media))
        } catch {
            log(.warning, "A file could not be attached", ("error", "\(type(of: error))"))
            return nil
        }
    }

    /// A picture that has to be in memory, such as a face; nil if there is none to be had, or it is too large for that.
    package func face(_ address: String, within timeout: Duration) async -> Data? {
        guard let found = await fetch(address, .pictures(upTo: limits.faceByteLimit), within: timeout) else {
            return nil
        }
        defer { try? FileManager.default.removeItem(at: found.file) }
        return try? Data(contentsOf: found.file)
    }

    private func fetch(_ address: String, _ rule: MediaRule, within timeout: Duration) async -> DownloadedFile? {
        guard let url = MediaAddress.url(address) else {
            log(.warning, "A file's address is not one that may be fetched")
            return nil
        }
        do {
            return try await transport.download(url, folder(), rule, timeout)
        } catch let refusal as MediaRule.Refusal {
            log(.warning, "A file was not fetched", ("reason", refusal.rawValue))
        } catch {
            log(.warning, "A file could not be fetched", ("error", "\(type(of: error))"))
        }
        return nil
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-media", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Removes what killed processes have left half fetched.
    package func tidy(now: Date) {
        let manager = FileManager.default
        guard let folder = try? folder() else { return }
        for name in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let file = folder.appendingPathComponent(name)
            let changed = (try? manager.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
            if let changed, now.timeIntervalSince(changed) > Self.abandonedAge { try? manager.removeItem(at: file) }
        }
    }
}
