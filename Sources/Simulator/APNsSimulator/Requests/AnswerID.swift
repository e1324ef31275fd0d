import PushModel

/// The `apns-id` of an answer: a UUID in its canonical form, as the 36 bytes that go out.
package struct AnswerID: Sendable, Hashable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0
    private var fifth: UInt32 = 0

    /// How many bytes it has.
    package static let byteCount = 36

    private init() {}

    /// Takes over what a sender chose; nil unless it is a canonical UUID, in either case.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard CanonicalUUID.accepts(bytes) else { return nil }
        withUnsafeMutableBytes(of: &self) { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
    }

    /// Takes over a text; nil unless it is a canonical UUID.
    package init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ AnswerID($0) }) else { return nil }
        self = id
    }

    /// Makes a new random (version 4) one, lowercase.
    package static func random() -> AnswerID {
        var id = AnswerID()
        withUnsafeMutableBytes(of: &id) { CanonicalUUID.writeRandom(into: $0) }
        return id
    }

    /// Writes the bytes and answers how many they are.
    package func write(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        withUnsafeBytes(of: self) {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(Self.byteCount)))
        }
        return Self.byteCount
    }

    /// The id as text.
    package var text: String {
        withUnsafeBytes(of: self) { String(decoding: $0.prefix(Self.byteCount), as: UTF8.self) }
    }
}
