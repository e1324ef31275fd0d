/// Which files may be fetched, and how large they may be.
package struct MediaRule: Sendable, Equatable {
    /// Why a file is not fetched, or not to its end; the text goes to the log.
    package enum Refusal: String, Error {
        /// It is none of the kinds that are wanted.
        case unsupportedKind = "unsupported_kind"
        /// It is larger than its kind may be.
        case tooLarge = "too_large"
        /// The server did not answer with a file.
        case badStatus = "bad_status"
        /// The server sent on to an address that may not be fetched, or too often.
        case redirect
    }

    /// The most bytes of a picture; 10 MB by default, as the system has it.
    package var pictureByteLimit = 10_000_000
    /// The most bytes of a sound; 5 MB by default, as the system has it.
    package var soundByteLimit = 5_000_000
    /// The most bytes of a film; 50 MB by default, as the system has it.
    package var filmByteLimit = 50_000_000

    /// Any file that the system would attach.
    package init() {}

    /// Pictures only, up to a size: for what has to be in memory, such as a face.
    package static func pictures(upTo byteLimit: Int) -> MediaRule {
        var rule = MediaRule()
        rule.pictureByteLimit = byteLimit
        rule.soundByteLimit = 0
        rule.filmByteLimit = 0
        return rule
    }

    /// The most bytes that any file may have.
    package var largestByteLimit: Int { max(pictureByteLimit, soundByteLimit, filmByteLimit) }

    /// The kind of a file that begins so.
    ///
    /// - Throws: A refusal if it is not wanted.
    package func kind(of head: [UInt8]) throws(Refusal) -> MediaKind {
        guard let kind = MediaKind(head: head), byteLimit(of: kind) > 0 else { throw .unsupportedKind }
        return kind
    }

    /// The most bytes of a file of a kind; 0 if the kind is not wanted.
    package func byteLimit(of kind: MediaKind) -> Int {
        switch kind.family {
        case .picture: pictureByteLimit
        case .sound: soundByteLimit
        case .film: filmByteLimit
        }
    }
}
