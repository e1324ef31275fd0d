package import Foundation
import PushCrypto

/// Remembers what was already done for a message, so that it is done once whichever process comes to it again.
package struct ClaimLedger: Sendable {
    /// Something that counts once per message.
    package enum Kind: String, Sendable {
        /// The message's content was accepted; the note is its digest.
        case content
        /// The delivered receipt.
        case delivered
        /// The presented or the suppressed receipt; the note is the decision.
        case presentation
        /// The question to the app whether the message may be presented.
        case intercept
        /// The banner that the app drew for a silent push.
        case banner
        /// The report of a silent push to the app.
        case wake
        /// The end of a call, which counts for pushes that come late; the note says how it ended.
        case callEnd
    }

    /// The answer to a claim.
    package enum Answer: Sendable, Equatable {
        /// Nobody claimed it before: the caller does it.
        case first
        /// It was done before, with this note.
        case repeated(note: String)
    }

    private let folder: URL

    /// The days a claim is kept: longer than a message can live at APNs and on the server.
    package static let lifetimeDays = 40

    /// Opens the ledger in a folder that exists.
    package init(folder: URL) { self.folder = folder }

    /// Claims one kind of effect for a message; of all processes that ask, one gets `.first`.
    ///
    /// A ledger that cannot be written answers `.first`: showing a message twice is better than never.
    package func claim(_ kind: Kind, message: String, note: String = "") -> Answer {
        let file = self.file(kind, message)
        do {
            if try AtomicFile.create(file, with: Data(note.utf8)) { return .first }
        } catch {
            return .first
        }
        return .repeated(note: self.note(kind, message: message) ?? "")
    }

    /// The note of an effect that was claimed; nil if nobody claimed it.
    package func note(_ kind: Kind, message: String) -> String? {
        guard let content = try? Data(contentsOf: file(kind, message)) else { return nil }
        return String(decoding: content, as: UTF8.self)
    }

    /// Forgets claims past their lifetime.
    package func tidy(now: Date) {
        AtomicFile.removeAbandonedDrafts(in: folder, now: now)
        let manager = FileManager.default
        let oldest = now.addingTimeInterval(-86_400 * Double(Self.lifetimeDays))
        for name in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let file = folder.appendingPathComponent(name)
            let changed = (try? manager.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
            if let changed, changed < oldest { unlink(file.path) }
        }
    }

    /// The id is hashed: it comes from a payload and must not shape a path.
    private func file(_ kind: Kind, _ message: String) -> URL {
        folder.appendingPathComponent("\(kind.rawValue)-\(StableDigest.hex(of: message))")
    }
}
