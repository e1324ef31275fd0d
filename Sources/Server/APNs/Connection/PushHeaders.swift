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
    private var usesID = false
    private var usesExpiration = false
    private var usesCollapseID = false

    /// Starts for a new connection.
    init(host: String, port: Int) {
        let name = host.contains(":") ? "[\(host)]" : host
        authority = port == 443 ? name : "\(name):\(port)"
    }

    /// Writes the fields of one push.
    mutating func write(_ push: borrowing PushRequest, authorization: [UInt8]) {
        block.removeAll()
        block.add(":method", "POST")
        block.add(":scheme", "https")
        block.add(":authority", authority)
        block.add(":path", prefix: "/3/device/", push.deviceToken)
        if !authorization.isEmpty { block.add("authorization", bytes: authorization) }
        block.add("apns-topic", push.topic)
        block.add("apns-push-type", push.pushType.rawValue)
        block.add("apns-priority", push.priority.text)
        block.add("apns-id", capacity: 36, isIndexed: !usesID) { Self.write(push.id, to: $0) }
        usesID = true
        if let expiration = push.expiration {
            block.add("apns-expiration", expiration.text, isIndexed: !usesExpiration)
            usesExpiration = true
        }
        if let collapseID = push.collapseID {
            block.add("apns-collapse-id", collapseID, isIndexed: !usesCollapseID)
            usesCollapseID = true
        }
    }

    /// Writes a UUID in lower case, 8-4-4-4-12.
    private static func write(_ id: UUID, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        withUnsafeBytes(of: id.uuid) { bytes in
            var position = 0
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                buffer[position] = digit(bytes[index] >> 4)
                buffer[position + 1] = digit(bytes[index] & 15)
                position += 2
            }
            return position
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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
