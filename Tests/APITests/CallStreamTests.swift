import Delivery
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct CallStreamTests {
    private func notice(_ line: String?) throws -> CallNotice {
        try #require(CallNotice(received: try JSONValue(parsing: Array((line ?? "").utf8))))
    }

    @Test(.rows("C29")) func `a live connection tells what rings, then each event, and goes on where it was broken`()
        async throws
    {
        try await APIFixture.with { server in
            let device = try await server.phone("ann", "1", voip: nil)
            let other = try await server.phone("ann", "2", voip: nil)
            let bob = try await server.phone("bob", "3", voip: nil)
            let first = try await server.ring(["ann"])
            let live = try LiveConnection(server, subscriber: "ann", device: device)
            #expect(await live.next("HTTP/1.1 ") == "200 OK")
            #expect(await live.next("event: ") == "call")
            let ring = try notice(await live.next("data: "))
            #expect(ring.id == first && ring.event == .ring && ring.caller?.name == "Ada" && ring.ringSeconds == 60)
            _ = try await server.client("POST", "/v1/client/calls/\(first)/accept", device: other)
            let place = await live.next("id: ")
            let accepted = try notice(await live.next("data: "))
            #expect(accepted.event == .accepted && accepted.deviceID == other && accepted.at != nil)
            // Nothing of what is told to others.
            let foreign = try await server.ring(["bob"])
            let second = try await server.ring(["ann"])
            #expect(try notice(await live.next("data: ")).id == second)
            live.close()
            _ = try await server.call("POST", "/v1/calls/\(second)/cancel")
            let again = try LiveConnection(server, subscriber: "ann", device: device, after: place)
            #expect(try notice(await again.next("data: ")).id == second)
            #expect(try notice(await again.next("data: ")).event == .cancelled)
            let bobs = try LiveConnection(server, subscriber: "bob", device: bob)
            #expect(try notice(await bobs.next("data: ")).id == foreign)
        }
    }

    @Test func `live connections are few, one for each device, and end with the device`() async throws {
        try await APIFixture.with { server in
            var live: [LiveConnection] = []
            var devices: [String] = []
            for number in 1...5 { devices.append(try await server.phone("ann", "\(number)", voip: nil)) }
            for device in devices[..<4] {
                live.append(try LiveConnection(server, subscriber: "ann", device: device))
                #expect(await live.last?.next(":") != nil)
            }
            let refused = try await server.client("GET", "/v1/client/calls/stream", device: devices[4])
            #expect(
                refused.status == 503 && refused.code == "too_many_streams" && refused.headers["retry-after"] == "30")
            let newer = try LiveConnection(server, subscriber: "ann", device: devices[0])
            #expect(await newer.next(":") != nil)
            // The older one of the same device is ended.
            #expect(await live[0].next("data: ") == nil)
            _ = try await server.client("DELETE", "/v1/client/device", device: devices[1])
            _ = try await server.ring(["ann"])
            #expect(await live[1].next("data: ") == nil)
            #expect(await live[2].next("data: ") != nil)
            let faulty = try LiveConnection(server, subscriber: "ann", device: devices[4], after: "x")
            #expect(await faulty.next("HTTP/1.1 ") == "400 Bad Request")
            let foreign = try LiveConnection(server, subscriber: "bob", device: devices[4])
            #expect(await foreign.next("HTTP/1.1 ") == "404 Not Found")
        }
    }
}
