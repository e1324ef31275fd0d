import PushModel
import SimulatedDevice

extension DemoStep {
    /// What people want to hear of.
    static let topics = [
        DemoStep(
            name: "topic_left",
            story: "Ada leaves a topic in her app: its next message passes her by, another to her alone arrives."
        ) { stage in
            let phone = stage.ada.phone
            _ = try await stage.api.value("POST", "/v1/topics", ["slug": .string(topic), "name": "Offers"])
            try await phone.launch()
            let listed = try await phone.command("topics")
            try await phone.background()
            let mark = phone.timeline.mark
            let wanted = try await stage.send(to: stage.ada, ["title": "An offer", "topic": .string(topic)])
            stage.expect(["delivered": 1], of: wanted, in: "topic_left")
            try await phone.settle(wanted, after: mark, .shown, .notShown)
            let chosen = try await phone.command("topic \(topic) off")
            let unwanted = try await stage.send(to: stage.ada, ["title": "Another offer", "topic": .string(topic)])
            let message = try await stage.message(unwanted)
            let delivery = try await stage.deliveries(of: unwanted).first
            let other = try await stage.send(to: stage.ada, ["title": "Not an offer"])
            stage.expect(["delivered": 1], of: other, in: "topic_left")
            try await phone.settle(other, after: mark, .shown, .notShown)
            var checks = Checks()
            checks.claim("the app lists the topic, on by default", listed == "\(topic)+", found: listed)
            let shown = [wanted, unwanted, other].map { Fate($0, on: phone, after: mark).shown.count }
            checks.claim("a message on it is shown", shown[0] == 1, found: "\(shown[0]) banners")
            checks.claim("the app turns it off", chosen == "\(topic)-", found: chosen)
            checks.claim(
                "the next is skipped, as she does not want it",
                message.counts?["skipped"] == 1 && delivery?.reason == "unsubscribed" && shown[1] == 0,
                found: "\(message.outcomeText), \(delivery?.reason ?? "no delivery"), \(shown[1]) banners")
            checks.claim("what is not about it is shown", shown[2] == 1, found: "\(shown[2]) banners")
            return checks
        }
    ]

    private static let topic = "demo-offers"
}
