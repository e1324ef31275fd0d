/// The kinds of files that the system takes as attachments, told by their first bytes and not by anybody's word.
///
/// A name, a `Content-Type` and a type hint are only claims of a server or a payload; a file under the wrong extension
/// is dropped by the system. Source of the list: Apple, "UNNotificationAttachment".
package enum MediaKind: String, Sendable, CaseIterable {
    /// A JPEG picture.
    case jpeg
    /// A PNG picture.
    case png
    /// A GIF picture, moving or not.
    case gif
    /// AIFF sound.
    case aiff
    /// Wave sound.
    case wav
    /// MP3 sound.
    case mp3
    /// MPEG-4 sound.
    case m4a
    /// An MPEG-1 or MPEG-2 film.
    case mpeg
    /// An MPEG-4 film.
    case mp4
    /// An AVI film.
    case avi

    /// What a file is for, which decides how large it may be.
    package enum Family: Sendable {
        /// Something to look at.
        case picture
        /// Something to listen to.
        case sound
        /// Something to watch.
        case film
    }

    /// So many bytes tell the kind of any file.
    package static let headByteCount = 12

    /// Tells the kind from the first bytes of a file; nil for what the system would not take.
    package init?(head: [UInt8]) {
        func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF8") {
            self = .gif
        } else if has("FORM"), has("AIFF", at: 8) || has("AIFC", at: 8) {
            self = .aiff
        } else if has("RIFF"), has("WAVE", at: 8) {
            self = .wav
        } else if has("RIFF"), has("AVI ", at: 8) {
            self = .avi
        } else if has("ftyp", at: 4) {
            self.init(brand: Array(head.dropFirst(8).prefix(4)))
        } else if head.starts(with: [0, 0, 1]), let code = head.dropFirst(3).first, code == 0xBA || code == 0xB3 {
            self = .mpeg
        } else if has("ID3") || Self.isMP3Frame(head) {
            self = .mp3
        } else {
            return nil
        }
    }

    /// Tells an MPEG-4 file by its brand; pictures and QuickTime films share the container, and are not taken.
    private init?(brand: [UInt8]) {
        switch String(decoding: brand, as: UTF8.self) {
        case "M4A ", "M4B ": self = .m4a
        case let name where name.hasPrefix("iso") || name.hasPrefix("mp4") || name.hasPrefix("avc"): self = .mp4
        case "M4V ", "MSNV", "dash": self = .mp4
        default: return nil
        }
    }

    /// Whether a file begins with a frame of MPEG audio, layer 3: eleven set bits, then a version and the layer.
    private static func isMP3Frame(_ head: [UInt8]) -> Bool {
        guard head.count > 2, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return false }
        let (version, layer) = (head[1] >> 3 & 3, head[1] >> 1 & 3)
        return version != 1 && layer == 1 && head[2] >> 4 != 15
    }

    /// What the file is for.
    package var family: Family {
        switch self {
        case .jpeg, .png, .gif: .picture
        case .aiff, .wav, .mp3, .m4a: .sound
        case .mpeg, .mp4, .avi: .film
        }
    }

    /// The extension by which the system knows the kind.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .mpeg: "mpg"
        default: rawValue
        }
    }
}
