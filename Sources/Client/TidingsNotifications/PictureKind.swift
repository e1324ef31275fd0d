import Foundation

/// The kinds of pictures that the system shows in a notification, told by the first bytes and not by anybody's word.
enum PictureKind: String {
    case jpeg = "jpg"
    case png
    case gif

    /// Looks into a file; nil if it is no picture.
    init?(contentsOf file: URL) {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        let start = [UInt8]((try? handle.read(upToCount: 8)) ?? Data())
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else {
            return nil
        }
    }
}
