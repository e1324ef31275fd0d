import Foundation
import HTTP2
import PushModel

/// Writes the header fields of pushes on one connection, in a way that suits APNs's header compression.
///
/// What repeats is indexed. The three fields whose values never repeat are indexed the first time, so that their names
/// are known, and kept out of the table of 4096 bytes afterwards, where they would push everything else out.
/// nghttp2 itself never indexes `authorization` and `:path`. Source: Apple, "Sending notification requests to APNs".
struct PushHeaders: ~Copyable {
    /// The fields of the push written last.
    var block = HeaderBlock()
    /// Host and port as the header has them.
    let authority: String
    /// What the fields before the mark say.
    private struct Common {
        let topic: String
        let type: PushType
        let priority: PushPriority
        let authorization: [UInt8]
        let mark: HeaderBlock.Mark
    }

    /// Where `:path` stands among the fields.
    private static let pathIndex = 3

    private var common: Common?
    private var usesID = false
    private var usesExpiration = false
    private var usesCollapseID = false

    /// Starts for a new connection.
    init(host: String, port: Int) {
        let name = host.contains(":") ? "[\(host)]" : host
        authority = port == 443 ? name : "\(name):\(port)"
    }

    /// Writes the fields of one push; given by its place, as a call with the value would copy it.
    mutating func write(_ push: UnsafePointer<PushRequest>, authorization: [UInt8]) {
        if let common, common.topic == push.pointee.topic, common.type == push.pointee.pushType,
            common.priority == push.pointee.priority, common.authorization == authorization
        {
            block.truncate(to: common.mark)
        } else {
            writeCommon(push, authorization)
        }
        block.setValue(at: Self.pathIndex, prefix: "/3/device/", push.pointee.deviceToken)
        block.add("apns-id", capacity: 36, isIndexed: !usesID) { Self.write(push.pointee.id, to: $0) }
        usesID = true
        if let expiration = push.pointee.expiration {
            block.add("apns-expiration", expiration.text, isIndexed: !usesExpiration)
            usesExpiration = true
        }
        if let collapseID = push.pointee.collapseID {
            block.add("apns-collapse-id", collapseID, isIndexed: !usesCollapseID)
            usesCollapseID = true
        }
    }

    /// Writes what pushes to the same app have in common, with room for the path.
    private mutating func writeCommon(_ push: UnsafePointer<PushRequest>, _ authorization: [UInt8]) {
        block.removeAll()
        block.add(":method", "POST")
        block.add(":scheme", "https")
        block.add(":authority", authority)
        block.add(":path", "")
        if !authorization.isEmpty { block.add("authorization", bytes: authorization) }
        block.add("apns-topic", push.pointee.topic)
        block.add("apns-push-type", push.pointee.pushType.rawValue)
        block.add("apns-priority", push.pointee.priority.text)
        common = Common(
            topic: push.pointee.topic, type: push.pointee.pushType, priority: push.pointee.priority,
            authorization: authorization,
            mark: block.mark)
    }

    /// Writes a UUID in lower case, 8-4-4-4-12.
    private static func write(_ id: UUID, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        withUnsafeBytes(of: id.uuid) { bytes in
            let words = (digits(bytes, 0), digits(bytes, 4), digits(bytes, 8), digits(bytes, 12))
            buffer.storeBytes(of: words.0, toByteOffset: 0, as: UInt64.self)
            buffer.storeBytes(of: UInt32(truncatingIfNeeded: words.1), toByteOffset: 9, as: UInt32.self)
            buffer.storeBytes(of: UInt32(truncatingIfNeeded: words.1 >> 32), toByteOffset: 14, as: UInt32.self)
            buffer.storeBytes(of: UInt32(truncatingIfNeeded: words.2), toByteOffset: 19, as: UInt32.self)
            buffer.storeBytes(of: UInt32(truncatingIfNeeded: words.2 >> 32), toByteOffset: 24, as: UInt32.self)
            buffer.storeBytes(of: words.3, toByteOffset: 28, as: UInt64.self)
            buffer[8] = UInt8(ascii: "-")
            buffer[13] = UInt8(ascii: "-")
            buffer[18] = UInt8(ascii: "-")
            buffer[23] = UInt8(ascii: "-")
            return 36
        }
    }

    /// The eight digits of four bytes, in the order of memory; all at once, without a branch.
    private static func digits(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        var nibbles = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
        // 1 in each byte that is above 9 and becomes a letter.
        let letters = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        let gap = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
        return (nibbles + 0x3030_3030_3030_3030 + letters * gap).bigEndian
    }
}

extension PushPriority {
    /// The digits in the header.
    var text: String {
        switch self {
        case .immediate: "10"
        case .conservePower: "5"
        case .neverWake: "1"
        }
    }
}

extension PushRequest.Expiration {
    /// The digits in the header.
    var text: String {
        switch self {
        case .once: "0"
        case .at(let date): String(Int64(date.timeIntervalSince1970))
        }
    }
}
