import ClientTestSupport
import Foundation
import Locking
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsNotifications
import TidingsServiceExtension
import UserNotifications

/// Registers the buttons of many messages at the same time, as pushes that overlap in one process do.
private final class CrowdedService: TestService {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let handler = Carried(contentHandler)
        ProcessWork.start {
            await withTaskGroup(of: Void.self) { group in
                for message in (1...10).compactMap(Self.message) {
                    group.addTask { await CategoryRegistrar().register(message) }
                }
            }
            let order = await Self.takeTurns()
            let names = await UNUserNotificationCenter.current().notificationCategories().map(\.identifier).sorted()
            let result = UNMutableNotificationContent()
            result.title = order
            result.body = names.joined(separator: " ")
            handler.object(result)
        }
    }

    /// Lets works that give way in their middle take turns, and tells which of them began and ended when.
    private static func takeTurns() async -> String {
        let seen = Locked("")
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...3 {
                group.addTask {
                    await Turns.categories.take {
                        seen.withLock { $0 += "(" }
                        for _ in 1...5 { await Task.yield() }
                        seen.withLock { $0 += ")" }
                    }
                }
            }
        }
        return seen.withLock { $0 }
    }

    private static func message(_ number: Int) -> ReceivedMessage? {
        let json =
            #"{"tidings":{"v":1,"id":"m","category":"own.\#(number)","actions":[{"id":"a","title":"A\#(number)"}]}}"#
        return PushPayload(json: Array(json.utf8)).map { ReceivedMessage(clear: $0) }
    }
}

@Suite("Buttons of pushes that overlap", .timeLimit(.minutes(1))) struct CategoryTests {
    @Test("None is lost when many are registered at the same time", .rows("CS-G1", "B71"))
    func crowd() async throws {
        let phone = try await ExtensionPhone(service: { CrowdedService($0) })
        let shown = try await phone.push(TestPush.clear(MessageContent(title: "Kite", body: "has left")))
        #expect(shown["title"] == "()()()", "one is done before the next begins")
        #expect(shown["body"]?.split(separator: " ").count == 10)
        await phone.phone.stop()
    }
}
