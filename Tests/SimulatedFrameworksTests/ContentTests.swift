import Foundation
import TestSupport
import Testing
import UserNotifications

struct ContentTests {
    private var full: UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.subtitle = "S"
        content.body = "B"
        content.badge = 3
        content.sound = UNNotificationSound(named: UNNotificationSoundName("ping.caf"))
        content.categoryIdentifier = "chat"
        content.threadIdentifier = "thread"
        content.targetContentIdentifier = "scene"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.userInfo = ["a": 1, "b": true, "c": ["d": "e"], "f": [1.5, "g"]]
        return content
    }

    @Test func `empty content has Apple's defaults`() {
        let content = UNNotificationContent()
        #expect(content.title == "" && content.subtitle == "" && content.body == "")
        #expect(content.badge == nil && content.sound == nil)
        #expect(content.interruptionLevel == .active && content.relevanceScore == 0)
        #expect(content.userInfo.isEmpty && content.attachments.isEmpty && content.summaryArgumentCount == 1)
    }

    @Test func `a copy cannot be changed through its original, a mutable copy can be changed alone`() throws {
        let original = full
        let copy = try #require(original.copy() as? UNNotificationContent)
        let mutable = try #require(copy.mutableCopy() as? UNMutableNotificationContent)
        original.title = "changed"
        mutable.body = "other"
        #expect(copy.title == "T" && copy.body == "B" && mutable.title == "T")
        #expect(!(copy is UNMutableNotificationContent))
        #expect(full == full && full.hash == full.hash && copy != mutable)
    }

    @Test func `user info keeps numbers, booleans and nesting`() {
        let info = full.userInfo
        #expect(info["a"] as? Int == 1)
        #expect(info["b"] as? Bool == true)
        #expect((info["c"] as? [String: Any])?["d"] as? String == "e")
        #expect((info["f"] as? [Any])?.first as? Double == 1.5)
        let json = try? JSONSerialization.data(withJSONObject: info, options: .sortedKeys)
        #expect(json.map { String(decoding: $0, as: UTF8.self) } == #"{"a":1,"b":true,"c":{"d":"e"},"f":[1.5,"g"]}"#)
    }

    @Test func `content survives secure archiving`() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: full, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationContent.self, from: data)
        #expect(read?.title == "T" && read?.badge == 3 && read?.userInfo["a"] as? Int == 1)
    }

    @Test func `requests, categories and actions give back what they were made of`() {
        let request = UNNotificationRequest(
            identifier: "r", content: full,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true))
        #expect((request.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval == 60)
        #expect(request.trigger?.repeats == true)
        let reply = UNTextInputNotificationAction(
            identifier: "reply", title: "Reply", options: [.foreground],
            icon: UNNotificationActionIcon(systemImageName: "arrow"), textInputButtonTitle: "Send",
            textInputPlaceholder: "…")
        let category = UNNotificationCategory(
            identifier: "c", actions: [reply], intentIdentifiers: ["i"], hiddenPreviewsBodyPlaceholder: "hidden",
            options: [.customDismissAction])
        #expect((category.actions.first as? UNTextInputNotificationAction)?.textInputPlaceholder == "…")
        #expect(category.actions.first?.icon != nil && category.actions.first?.options == [.foreground])
        #expect(category.hiddenPreviewsBodyPlaceholder == "hidden")
        let same = UNNotificationCategory(
            identifier: "c", actions: [reply], intentIdentifiers: ["i"], hiddenPreviewsBodyPlaceholder: "hidden",
            options: [.customDismissAction])
        #expect(Set([category, same]).count == 1)
    }

    @Test func `a repeating trigger below a minute stops the program, as Apple's exception does`() async {
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 59, repeats: true)
        }
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
        }
    }
}
