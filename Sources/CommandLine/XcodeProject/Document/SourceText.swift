import Foundation

/// What the first look at a file tells: whether its bytes can be a property list in text form, and where its lines are.
enum SourceText {
    /// More than any project file that people work with.
    static let byteLimit = 64 << 20

    /// Reads a file that is not too large.
    static func bytes(of url: URL, limit: Int = byteLimit) throws(ProjectError) -> [UInt8] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
        guard let size = (attributes?[.size] as? NSNumber)?.intValue,
            attributes?[.type] as? FileAttributeType == .typeRegular
        else { throw ProjectError(.unreadableFile, "\(url.path) is not a file that can be read.") }
        guard size <= limit else {
            throw ProjectError(.tooLarge, "\(url.path) has \(size) bytes; more than \(limit) is refused.")
        }
        guard let data = try? Data(contentsOf: url) else {
            throw ProjectError(.unreadableFile, "\(url.path) cannot be read. Check its permissions.")
        }
        return [UInt8](data)
    }

    /// Refuses what is not UTF-8 text of the form that Xcode writes, and says what it is.
    static func check(_ bytes: [UInt8]) throws(ProjectError) {
        guard bytes.count <= byteLimit else {
            throw ProjectError(.tooLarge, "The file has \(bytes.count) bytes; more than \(byteLimit) is refused.")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(64).contains(0) {
            let binary = bytes.starts(with: Array("bplist".utf8))
            throw binary
                ? ProjectError(
                    .binaryFormat,
                    "The file is a binary property list. Open it in Xcode and save it, which writes text.")
                : ProjectError(
                    .unsupportedEncoding, "The file is in UTF-16 or UTF-32, not in UTF-8. Open it in Xcode and save it."
                )
        }
        if bytes.starts(with: Array("bplist".utf8)) {
            throw ProjectError(
                .binaryFormat, "The file is a binary property list. Open it in Xcode and save it, which writes text.")
        }
        if let place = firstInvalidByte(bytes) {
            throw ProjectError(
                .invalidUTF8, "The file is not valid UTF-8: it is damaged, or in an old encoding. Save it in Xcode.",
                line: line(at: place, in: bytes))
        }
    }

    /// The first byte that does not continue valid UTF-8.
    static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): place += String(scalar).utf8.count
            case .emptyInput: return nil
            case .error: return place
            }
        }
    }

    /// The line of a byte, counted from 1.
    static func line(at offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes.prefix(offset).reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }

    /// Whether a text stands anywhere in some bytes.
    static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
        let wanted = Array(text.utf8)
        return bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress, let first = wanted.first else { return false }
            var place = 0
            while place + wanted.count <= all.count {
                guard let found = memchr(base + place, Int32(first), all.count - wanted.count - place + 1) else {
                    return false
                }
                place = UnsafeRawPointer(found) - base
                if memcmp(base + place, wanted, wanted.count) == 0 { return true }
                place += 1
            }
            return false
        }
    }
}
