import Foundation
import PushModel
import Tidings

func showTopics() async throws {
    // snippet: topics
    for topic in try await Tidings.topics.all() {
        print(topic.name, topic.isEnabled ? "on" : "off", topic.isDefault ? "by default" : "as chosen")
    }
    // end
}

func chooseTopics() async throws {
    // snippet: choose
    try await Tidings.topics.set("deals", enabled: false)
    let topics = try await Tidings.topics.set("news", channel: "push", enabled: true)
    // end
    print(topics.count)
}

func setAttributes() {
    // snippet: attributes
    Tidings.setAttributes(["plan": "pro", "seats": 12, "trialEnds": nil])
    // end
}

func travel(home: TimeZone) {
    // snippet: place
    Tidings.setTimeZone(home)  // nil: that of the phone again
    Tidings.setLocale(Locale(identifier: "de_CH"))
    // end
}

func becomeUnreadable() {
    // snippet: rotate
    Tidings.rotateKeys()
    // end
}

func takeOver() async throws {
    // snippet: unique
    try await Tidings.registerForPush(unique: true)
    // end
}
