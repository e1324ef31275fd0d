import Delivery
import Foundation
import Locking
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@testable import Storage

/// Two servers on one database.
@Suite(.on(.postgreSQL), .timeLimit(.minutes(1)))
struct CallNodesTests {
    @Test(.rows("C28", "C29")) func `what happens on one server wakes the live connections of another`()
        async throws
    {
        // The machine's clock: it is the other server's word that has to come, before its own heartbeat.
        let time = SystemTime()
        try await TestDatabase.with(time: time) { test in
            try await test.database.migrate(Schema.sqlite, now: time.now)
            try await test.database.separateTenants()
            var configuration = PostgreSQLConfiguration(url: try #require(test.url))
            (configuration.readerCount, configuration.tenantWriterCount) = (1, 1)
            let other = try await PostgreSQLDatabase.open(configuration, time: time)
            try await other.separateTenants()
            let (here, there) = (SystemHandle(database: test.database), SystemHandle(database: other))
            let tenant = try await here.makeTenant(slug: "a", name: "a", identitySecret: [1], now: time.now)
            let storage = here.handle(for: tenant)
            _ = try await storage.makeApp(bundleID: "com.example.app", name: "App", now: time.now)
            let registration = DeviceRegistration(
                externalID: "ann", isVerified: true, remembersVerification: false, installID: "install-1",
                bundleID: "com.example.app", token: "aa01", environment: .sandbox, description: nil, encryption: nil)
            guard case .registered(let device, _) = try await storage.register(registration, now: time.now) else {
                throw StorageError(.other, detail: "not registered")
            }
            let keeper = CallKeeper(
                storage: there, streams: CallStreams(time: time), time: time, log: .none, longestRest: .seconds(60)
            ) {}
            there.listen { keeper.lookForNews() }
            async let running: Void = keeper.run()
            let person = CalledPerson(tenant: tenant.row, person: device.subscriberRow)
            let stream = try #require(keeper.streams.open(person, device: device.row))
            func isWoken() async -> Bool {
                let start = time.uptime
                await stream.wait(atMost: .seconds(20))
                return time.uptime - start < .seconds(15)
            }
            let request = try CallRequest(
                parsing: Array(#"{"from":{"id":"ada","name":"Ada"},"to":["ann"]}"#.utf8), now: time.now)
            guard case .placed(let call) = try await storage.place(request.call) else {
                throw StorageError(.other, detail: "not placed")
            }
            #expect(await isWoken())
            _ = try await storage.act(.accept, by: .device(device), call: call.id, now: time.now)
            #expect(await isWoken())
            stream.close()
            keeper.stop()
            await running
            await other.close()
        }
    }
}
