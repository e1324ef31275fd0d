import Foundation
import Glibc
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct ServiceManagerTests {
    /// A datagram socket at a path, and what it got.
    private static func received(_ path: String, _ tell: () -> Bool) -> (told: Bool, text: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard bound == 0 else { return (false, "bind \(errno)") }
        let told = tell()
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return (told, String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
    }

    @Test(arguments: [false, true]) func `systemd hears when the server is ready`(isAbstract: Bool) throws {
        let name = "tidings-\(UUID().uuidString)"
        let path = isAbstract ? "@\(name)" : FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let heard = Self.received(path) { ServiceManager.tell("READY=1", environment: ["NOTIFY_SOCKET": path]) }
        #expect(heard.told && heard.text == "READY=1", "\(heard)")
    }

    @Test func `nobody is told where nobody asks`() {
        #expect(!ServiceManager.tell("READY=1", environment: [:]))
        #expect(!ServiceManager.tell("READY=1", environment: ["NOTIFY_SOCKET": "relative"]))
        #expect(!ServiceManager.tell("READY=1", environment: ["NOTIFY_SOCKET": "/nowhere/socket"]))
        let long = "/" + String(repeating: "x", count: 200)
        #expect(!ServiceManager.tell("READY=1", environment: ["NOTIFY_SOCKET": long]))
    }
}
