internal import Foundation

/// Which files a notification may carry.
///
/// Pictures up to 10 MB, sounds up to 5 MB, films up to 50 MB, of the listed types. That the contents must begin like
/// their type, and that an empty file counts as damaged, is unverified on a device.
enum AttachmentRules {
    /// The setting of a process whose device ignores type hints.
    static let ignoredHintSetting = "TIDINGS_SIMULATED_NO_TYPE_HINTS"

    private struct Kind {
        let type: String
        let byteLimit: Int
        let extensions: [String]
        /// Beginnings of such a file, as (offset, bytes); none means unchecked.
        let signatures: [(offset: Int, bytes: [UInt8])]
    }

    private static let kinds = [
        Kind(
            type: "public.jpeg", byteLimit: 10_000_000, extensions: ["jpg", "jpeg"], signatures: [(0, [0xFF, 0xD8])]),
        Kind(
            type: "com.compuserve.gif", byteLimit: 10_000_000, extensions: ["gif"],
            signatures: [(0, Array("GIF8".utf8))]),
        Kind(type: "public.png", byteLimit: 10_000_000, extensions: ["png"], signatures: [(1, Array("PNG".utf8))]),
        Kind(type: "public.aiff-audio", byteLimit: 5_000_000, extensions: ["aiff", "aif"], signatures: []),
        Kind(type: "com.microsoft.waveform-audio", byteLimit: 5_000_000, extensions: ["wav"], signatures: []),
        Kind(type: "public.mp3", byteLimit: 5_000_000, extensions: ["mp3"], signatures: []),
        Kind(type: "public.mpeg-4-audio", byteLimit: 5_000_000, extensions: ["m4a"], signatures: []),
        Kind(type: "public.mpeg", byteLimit: 50_000_000, extensions: ["mpg", "mpeg"], signatures: []),
        Kind(type: "public.mpeg-2-video", byteLimit: 50_000_000, extensions: ["m2v"], signatures: []),
        Kind(type: "public.mpeg-4", byteLimit: 50_000_000, extensions: ["mp4"], signatures: []),
        Kind(type: "public.avi", byteLimit: 50_000_000, extensions: ["avi"], signatures: []),
    ]

    /// The type of the file, or the reason why it cannot be attached.
    static func check(_ url: URL, typeHint: String?) throws -> String {
        guard url.isFileURL, let handle = try? FileHandle(forReadingFrom: url) else {
            throw UNError(.attachmentInvalidURL)
        }
        defer { try? handle.close() }
        let fileExtension = url.pathExtension.lowercased()
        let kind = kinds.first { kind in
            typeHint.map { $0 == kind.type } ?? kind.extensions.contains(fileExtension)
        }
        guard let kind else { throw UNError(.attachmentUnrecognizedType) }
        let size = (try? handle.seekToEnd()) ?? 0
        guard size <= UInt64(kind.byteLimit) else { throw UNError(.attachmentInvalidFileSize) }
        try? handle.seek(toOffset: 0)
        let head = [UInt8]((try? handle.read(upToCount: 16)) ?? Data())
        guard !head.isEmpty, kind.signatures.allSatisfy({ head.dropFirst($0.offset).starts(with: $0.bytes) }) else {
            throw UNError(.attachmentCorrupt)
        }
        return kind.type
    }
}
