import CNghttp2
import Foundation
import PushModel
import TestSupport
import Testing

@testable import APNs
@testable import HTTP2

/// Header compression as APNs wants it, judged on the compressed bytes.
struct PushHeadersTests {
    private struct Field: Equatable {
        var name: String
        var value: String
        var isNeverIndexed: Bool
    }

    /// Compresses and expands again, as client and server of one connection do.
    private final class Pipe {
        private var deflater: OpaquePointer?
        private var inflater: OpaquePointer?

        init() {
            nghttp2_hd_deflate_new(&deflater, 4096)
            nghttp2_hd_inflate_new(&inflater)
        }

        deinit {
            nghttp2_hd_deflate_del(deflater)
            nghttp2_hd_inflate_del(inflater)
        }

        /// What the receiving side keeps, newest first; entry 62 is the first that is not built in.
        var tableEntries: [String] {
            (62...).lazy.map { nghttp2_hd_inflate_get_table_entry(self.inflater, $0) }.prefix { $0 != nil }
                .compactMap { $0?.pointee }.map { field in
                    String(decoding: UnsafeBufferPointer(start: field.name, count: field.namelen), as: UTF8.self) + ":"
                        + String(
                            decoding: UnsafeBufferPointer(start: field.value, count: field.valuelen), as: UTF8.self)
                }
        }

        var tableSize: Int { nghttp2_hd_deflate_get_dynamic_table_size(deflater) }

        func pass(_ headers: inout PushHeaders) -> (byteCount: Int, fields: [Field]) {
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = headers.block.withNative { fields, count in
                nghttp2_hd_deflate_hd(deflater, &bytes, bytes.count, fields, count)
            }
            var fields: [Field] = []
            var offset = 0
            while offset < count {
                var field = nghttp2_nv()
                var flags: Int32 = 0
                let used = bytes.withUnsafeBufferPointer { buffer in
                    buffer.baseAddress.map {
                        nghttp2_hd_inflate_hd2(inflater, &field, &flags, $0 + offset, count - offset, 1)
                    } ?? -1
                }
                guard used >= 0 else { break }
                offset += used
                if UInt32(flags) & NGHTTP2_HD_INFLATE_EMIT.rawValue != 0 {
                    fields.append(
                        Field(
                            name: String(
                                decoding: UnsafeBufferPointer(start: field.name, count: field.namelen), as: UTF8.self),
                            value: String(
                                decoding: UnsafeBufferPointer(start: field.value, count: field.valuelen), as: UTF8.self),
                            isNeverIndexed: UInt32(field.flags) & NGHTTP2_NV_FLAG_NO_INDEX.rawValue != 0))
                }
                if UInt32(flags) & NGHTTP2_HD_INFLATE_FINAL.rawValue != 0 { break }
            }
            nghttp2_hd_inflate_end_headers(inflater)
            return (count, fields)
        }
    }

    @Test(.rows("AP10"))
    func `what never repeats is indexed once and then kept out of the table`() throws {
        let pipe = Pipe()
        var headers = PushHeaders(host: "api.push.apple.com", port: 443)
        let authorization = Array("bearer \(String(repeating: "x", count: 180))".utf8)
        var sizes: [Int] = []
        var tableSizes: [Int] = []
        for number in 0..<200 {
            var push = PushRequest.sample(collapseID: "collapse-\(1000 + number)")
            push.expiration = .at(Date(timeIntervalSince1970: 1_800_000_000 + Double(number)))
            headers.write(push, authorization: authorization)
            let (size, fields) = pipe.pass(&headers)
            sizes.append(size)
            tableSizes.append(pipe.tableSize)
            let byName = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0) })
            for name in ["apns-id", "apns-expiration", "apns-collapse-id"] {
                #expect(byName[name]?.isNeverIndexed == (number > 0), "\(name) of push \(number)")
            }
            #expect(byName["authorization"]?.isNeverIndexed == true)
            #expect(byName["apns-topic"]?.isNeverIndexed == false)
            #expect(byName[":path"]?.value == "/3/device/\(push.deviceToken)")
            #expect(byName[":authority"]?.value == "api.push.apple.com")
            #expect(byName["apns-id"]?.value == push.id.uuidString.lowercased())
        }
        #expect(Set(tableSizes).count == 1, "after the first push the table does not grow")
        let tableSize = try #require(tableSizes.last)
        #expect(tableSize < 1024)
        // Values of one length compress to nearly one size; a flushed table would show as a jump by a hundred bytes.
        let later = sizes.dropFirst()
        let (smallest, largest) = (try #require(later.min()), try #require(later.max()))
        #expect(largest - smallest < 24)
        #expect(largest < sizes[0])
    }

    @Test(.rows("AP10"))
    func `ten thousand distinct pushes never push anything out of the table`() throws {
        let pipe = Pipe()
        var headers = PushHeaders(host: "api.push.apple.com", port: 443)
        let authorization = Array("bearer \(String(repeating: "x", count: 180))".utf8)
        var table: [String]?
        var changes = 0
        var wrong = 0
        for number in 0..<10_000 {
            var push = PushRequest.sample(
                token: String(format: "%064x", number * 7919), topic: "com.example.app", collapseID: "chat-\(number)")
            push.expiration = .at(Date(timeIntervalSince1970: 1_800_000_000 + Double(number)))
            headers.write(push, authorization: authorization)
            let (_, fields) = pipe.pass(&headers)
            let path = fields.first { $0.name == ":path" }?.value
            if fields.count != 11 || path != "/3/device/\(push.deviceToken)" { wrong += 1 }
            let now = pipe.tableEntries
            if let table, table != now { changes += 1 }
            table = now
        }
        #expect(wrong == 0)
        #expect(changes == 0, "what the server's table holds after the first push is what it holds after the last")
        let entries = try #require(table)
        for name in ["apns-id", "apns-expiration", "apns-collapse-id", "apns-topic", "apns-push-type"] {
            #expect(entries.filter { $0.hasPrefix("\(name):") }.count == 1)
        }
        #expect(!entries.contains { $0.hasPrefix("authorization:") || $0.hasPrefix(":path:") })
    }

    @Test func `pushes of different apps, types, keys and lengths in turn each have their own fields`() {
        let pipe = Pipe()
        var headers = PushHeaders(host: "api.push.apple.com", port: 443)
        let (long, short) = (String(repeating: "ab", count: 80), "00ff")
        for number in 0..<64 {
            let type = number & 1 == 0 ? PushType.alert : .background
            var push = PushRequest.sample(
                token: number & 2 == 0 ? long : short, topic: number & 4 == 0 ? "com.example.app" : "com.example.b",
                type: type, collapseID: number & 8 == 0 ? "c\(number)" : nil)
            if type == .alert, number & 16 == 0 { push.priority = .conservePower }
            let authorization = "bearer \(number & 32 == 0 ? "one" : "another")"
            headers.write(push, authorization: Array(authorization.utf8))
            var expected = [
                ":method": "POST", ":scheme": "https", ":authority": "api.push.apple.com",
                ":path": "/3/device/\(push.deviceToken)", "authorization": authorization, "apns-topic": push.topic,
                "apns-push-type": push.pushType.rawValue, "apns-priority": "\(push.priority.rawValue)",
                "apns-id": push.id.uuidString.lowercased(),
            ]
            expected["apns-collapse-id"] = push.collapseID
            let size = expected.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 32 }
            #expect(headers.block.listByteCount == size)
            let (_, fields) = pipe.pass(&headers)
            #expect(fields.count == expected.count)
            #expect(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) }) == expected)
        }
    }

    @Test func `another port than 443 is part of the authority`() {
        let pipe = Pipe()
        for (host, port, expected) in [("localhost", 2197, "localhost:2197"), ("::1", 443, "[::1]")] {
            var headers = PushHeaders(host: host, port: port)
            headers.write(.sample(), authorization: [])
            #expect(pipe.pass(&headers).fields.first { $0.name == ":authority" }?.value == expected)
        }
    }
}

extension PushHeaders {
    mutating func write(_ push: PushRequest, authorization: [UInt8]) {
        withUnsafePointer(to: push) { write($0, authorization: authorization) }
    }
}

/// The pieces that decide when to send and when to connect.
struct ConnectionPolicyTests {
    @Test(.rows("AP7"))
    func `the gate opens with the first success or with raised SETTINGS`() {
        var gate = StreamGate()
        #expect(gate.room(capacity: 100, open: 0) == 1)
        #expect(gate.room(capacity: 100, open: 1) == 0)
        gate.settingsReceived(limit: 1000)
        #expect(gate.room(capacity: 100, open: 1) == 0, "the first SETTINGS say nothing")
        gate.accepted()
        #expect(gate.room(capacity: 100, open: 1) == 100)

        var raised = StreamGate()
        raised.settingsReceived(limit: 1)
        raised.settingsReceived(limit: 500)
        #expect(raised.room(capacity: 499, open: 1) == 499)

        var lowered = StreamGate()
        lowered.settingsReceived(limit: 500)
        lowered.settingsReceived(limit: 1)
        #expect(lowered.room(capacity: 1, open: 0) == 1)
        #expect(lowered.room(capacity: 0, open: 1) == 0)
    }

    @Test func `the wait doubles, varies by half and is bounded`() {
        var schedule = ReconnectSchedule(first: .milliseconds(500), longest: .seconds(60))
        #expect(schedule.failed(random: 0.5) == .milliseconds(500))
        #expect(schedule.failed(random: 0) == .milliseconds(500))
        #expect(schedule.failed(random: 1) == .seconds(3))
        for _ in 0..<100 { _ = schedule.failed(random: 0) }
        #expect(schedule.failed(random: 0.5) == .seconds(60))
        #expect(schedule.failed(random: 1) == .seconds(90))
        schedule.succeeded()
        #expect(schedule.failed(random: 0.5) == .milliseconds(500))
    }
}
