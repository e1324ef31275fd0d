import Foundation
import HTTP2
import Locking
import TestSupport
import Testing

@testable import APNs

/// Faults on the way to an open connection: each costs its own deadline and no push, and is told by name.
@Suite(.timeLimit(.minutes(1)))
struct ConnectingFaultTests {
    @Test(.rows("SF16"))
    func `a peer that takes TCP and never answers TLS costs the handshake deadline and no push`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let relay = try Relay(to: apns.port, isOpen: false)
        let client = try apns.client {
            $0.port = relay.port
            // Real time, and the second handshake has to fit in as well.
            $0.handshakeTimeout = .milliseconds(700)
            $0.requestTimeout = .seconds(50)
        }
        let pushes = (0..<1000).map { _ in PushRequest.sample() }
        let results = await client.send(pushes)
        #expect(results.allSatisfy { $0.notProcessed?.code == .timedOut })
        #expect(results.first?.notProcessed?.description.contains("TLS handshake") == true)
        #expect(relay.connectionCount == 1, "one attempt for all pushes")
        #expect(apns.requests.isEmpty)
        relay.open()
        #expect(await client.send(pushes).allSatisfy { $0.isAccepted }, "the next attempt is as good as the first")
        #expect(apns.requests.count == 1000)
        await client.close()
        await apns.stop()
        relay.stop()
    }

    @Test(.rows("SF20"))
    func `a host that does not take the connection costs the connect deadline and no push`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let dead = try Loopback.deadEnd(on: "127.0.0.1")
        let client = try apns.client {
            $0.port = dead.port
            $0.connectTimeout = .milliseconds(100)
        }
        let results = await client.send([.sample(), .sample()])
        #expect(results.allSatisfy { $0.notProcessed?.code == .timedOut })
        #expect(results.first?.notProcessed?.description.contains("connecting") == true)
        await client.close()
        await apns.stop()
        for descriptor in dead.descriptors { close(descriptor) }
    }

    @Test(.rows("SF20"))
    func `an address that swallows everything leaves time for the next one`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let dead = try Loopback.deadEnd(on: "127.0.0.2", port: apns.port)
        let client = try apns.client {
            $0.lookUp = { _ in ["127.0.0.2", "127.0.0.1"] }
            // Half of it goes to the first address.
            $0.connectTimeout = .seconds(2)
        }
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        await client.close()
        await apns.stop()
        for descriptor in dead.descriptors { close(descriptor) }
    }

    @Test(.rows("SF20"))
    func `callers that come all at once before there is a connection share one`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client()
        await withTaskGroup(of: [PushResult].self) { group in
            for _ in 0..<200 { group.addTask { await client.send([.sample()]) } }
            for await results in group { #expect(results.allSatisfy { $0.isAccepted }) }
        }
        #expect(apns.connectionCount.withLock { $0 } == 1)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP5"))
    func `the host is looked up for each connection and what was found before is forgotten`() async throws {
        let first = try await FakeAPNs { _, responder in responder.accept() }
        let second = try await FakeAPNs(host: "127.0.0.2", port: first.port, authority: first.authority) {
            _, responder in responder.accept()
        }
        let found = Locked((address: "127.0.0.1", count: 0))
        let left = AsyncStream<Void>.makeStream()
        let client = try first.client {
            $0.lookUp = { host in
                #expect(host == "localhost")
                return found.withLock { found in
                    found.count += 1
                    return [found.address]
                }
            }
            $0.onEvent = { if case .goAway = $0 { left.continuation.yield() } }
        }
        for _ in 0..<3 { #expect(await client.send([.sample()]).first?.isAccepted == true) }
        #expect(found.withLock { $0.count } == 1, "a connection is kept")
        found.withLock { $0.address = "127.0.0.2" }
        for connection in first.server.connections { connection.closeWhenAnswered() }
        for await _ in left.stream { break }
        #expect(await client.send([.sample(), .sample()]).allSatisfy { $0.isAccepted })
        #expect((first.requests.count, second.requests.count) == (3, 2))
        #expect(found.withLock { $0.count } == 2)
        await client.close()
        await first.stop()
        await second.stop()
    }

    @Test func `a host without addresses is told`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client { $0.lookUp = { _ in [] } }
        let error = await client.send([.sample()]).first?.notProcessed
        #expect(error?.code == .unreachable)
        #expect(error?.description.contains("localhost") == true)
        await client.close()
        await apns.stop()
    }

    @Test(
        .rows("AP1", "AP4", "SF26"),
        arguments: [
            (OddServer.Oddity.onlyTLS11, APNsError.Code.unreachable, "TLS 1.2"), (.noALPN, .unreachable, "HTTP/2"),
            (.expired, .untrusted, "expired"), (.otherName, .untrusted, "localhost"),
        ])
    func `a server whose TLS is not Apple's gets nothing to read and is told by name`(
        oddity: OddServer.Oddity, code: APNsError.Code, word: String
    ) async throws {
        let server = try await OddServer(oddity)
        var configuration = APNsConfiguration(host: "localhost", port: server.port)
        configuration.trust = .pem(server.authority.certificatePEM)
        let client = try APNsClient(configuration: configuration, credential: try FakeAPNs.credential())
        let results = await client.send([.sample(), .sample()])
        #expect(results.allSatisfy { $0.notProcessed?.code == code })
        #expect(results.first?.notProcessed?.description.contains(word) == true, "\(results)")
        #expect(await server.connectionCount() == 1)
        #expect(server.received.withLock { $0 } == 0)
        await client.close()
        server.stop()
    }

    @Test(.rows("AP4"))
    func `who is believed can be set, as the system's authorities, a file or a text`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ca.pem").path
        let other = try CertificateAuthority().certificatePEM
        // As a bundle of the system: ours is one of several.
        try (other + apns.authority.certificatePEM).write(toFile: file, atomically: true, encoding: .utf8)
        for (trust, isGood) in [
            (APNsConfiguration.Trust.system, false), (.pem(other), false), (.file(file), true),
            (.pem(apns.authority.certificatePEM), true),
        ] {
            let client = try apns.client { $0.trust = trust }
            let result = await client.send([.sample()]).first
            #expect(isGood ? result?.isAccepted == true : result?.notProcessed?.code == .untrusted)
            await client.close()
        }
        #expect(apns.requests.count == 2)
        await apns.stop()
    }
}
