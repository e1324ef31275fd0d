import FoundationNetworking
import ProcessLocal
import Security
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

/// What is left of a dead or frozen program inside this process reaches nothing.
@Suite(.timeLimit(.minutes(1)))
struct CutOffTests {
    @Test func `after a kill neither frameworks, network, Keychain nor files answer what is left of the app`()
        async throws
    {
        let test = try await makePhone()
        try await test.phone.launch()
        let process = try leftover(of: test)
        let file = process.containers.home.appendingPathComponent("note")
        try Data("alive".utf8).write(to: file)
        try await test.phone.kill()
        let mark = test.timeline.mark

        #expect(throws: (any Error).self) { try Data("dead".utf8).write(to: file) }
        await SimulatedProcess.$bound.withValue(process) {
            process.log("ghost")
            let center = UNUserNotificationCenter.current()
            try? await center.setBadgeCount(9)
            center.removeAllDeliveredNotifications()
            center.setNotificationCategories([])
            #expect(SecItemAdd(item("ghost"), nil) == errSecNotAvailable)
            #expect(!process.network.isOnline)
            await #expect(throws: (any Error).self) {
                try await process.network.data(for: URLRequest(url: #require(URL(string: "http://127.0.0.1:1/"))))
            }
            await #expect(throws: CancellationError.self) { try await process.time.sleep(for: .zero) }
        }
        #expect(test.timeline.mark == mark)
        #expect(test.phone.screen.badge == 0)
        await test.phone.stop()
    }

    @Test func `while it is frozen a program waits, and goes on when it is resumed`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        let process = try leftover(of: test)
        try await test.phone.background()
        try await test.phone.suspend()
        let work = process.task {
            try? await UNUserNotificationCenter.current().setBadgeCount(5)
            process.log("wentOn")
        }
        process.log("frozen")
        #expect(!test.calls.contains("frozen"))
        #expect(test.phone.screen.badge == 0)
        try await test.phone.launch()
        await work.value
        #expect(test.phone.screen.badge == 5)
        #expect(test.calls.contains("wentOn"))
        await test.phone.stop()
    }

    @Test func `two programs in one test have each their own centre, app and storage`() async throws {
        let one = try await makePhone()
        let two = try await makePhone()
        try await one.phone.launch()
        try await two.phone.launch()
        let first = try leftover(of: one)
        let second = try leftover(of: two)
        let counter = ProcessScoped { 0 }
        SimulatedProcess.$bound.withValue(first) { counter.withValue { $0 += 1 } }
        #expect(counter.withValue(of: first) { $0 } == 1)
        #expect(counter.withValue(of: second) { $0 } == 0)
        let centers = [first, second].map { process in
            SimulatedProcess.$bound.withValue(process) { ObjectIdentifier(UNUserNotificationCenter.current()) }
        }
        #expect(centers[0] != centers[1])
        #expect(first.containers.home != second.containers.home)
        await one.phone.stop()
        await two.phone.stop()
    }

    @Test func `outside any process a simulated framework stops with a sentence that names the hop`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = UNUserNotificationCenter.current()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("outside any simulated process"))
        #expect(text.contains("DispatchQueue.async"))
    }

    private func leftover(of test: TestPhone) throws -> SimulatedProcess {
        try #require(test.device.inProcessApp(bundleID))
    }

    private func item(_ account: String) -> CFDictionary {
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecValueData: Data("x".utf8)]
    }
}
