import PushModel
import SimulatedDevice

extension DemoStep {
    static let secretTitle = "Dinner at eight"
    static let secretBody = "Bring the blue umbrella."
    static let conversation = "chat-1"

    /// An encrypted push with and without the key, and while its conversation is being read.
    static let encryption = [
        DemoStep(name: "encrypted", story: "An end-to-end encrypted push to a killed app: the extension decrypts it.") {
            stage in
            let phone = stage.ada.phone
            let mark = phone.timeline.mark
            let id = try await stage.send(to: stage.ada, secret)
            stage.expect(["delivered": 1], of: id, in: "encrypted")
            try await phone.settle(id, after: mark, .shown, .notShown)
            let fate = Fate(id, on: phone, after: mark)
            var checks = Checks()
            checks.claim("one banner", fate.shown.count == 1, found: fate.summary)
            checks.claim(
                "with the decrypted title and text",
                fate.shown.first?["title"] == secretTitle && fate.shown.first?["body"] == secretBody,
                found: text(fate.shown.first))
            return checks
        },
        DemoStep(
            name: "encrypted_without_key", story: "The same to a phone that has lost its key: only the placeholder."
        ) { stage in
            let phone = stage.cleo.phone
            try await phone.kill()
            phone.device.eraseKeychain()
            let mark = phone.timeline.mark
            let id = try await stage.send(to: stage.cleo, secret)
            try await phone.settle(id, after: mark, .shown, .notShown)
            let fate = Fate(id, on: phone, after: mark)
            let shown = phone.screen.notifications.first { $0.identifier == id }
            let sealed = shown.flatMap { try? JSONValue(parsing: $0.userInfo) }?["tidings"]?["enc"]?.string ?? ""
            var checks = Checks()
            checks.claim("one banner", fate.shown.count == 1, found: fate.summary)
            checks.claim(
                "the push was encrypted", sealed.count > 100, found: "\(sealed.count) characters of ciphertext")
            let words = [shown?.title, shown?.subtitle, shown?.body].compactMap { $0 }.joined(separator: " ")
            checks.claim("it shows the placeholder", !words.isEmpty && words.contains("New message"), found: words)
            checks.claim(
                "nothing of the text and no ciphertext",
                !words.contains(secretTitle) && !words.contains(secretBody) && !words.contains(sealed.prefix(12)),
                found: words)
            return checks
        },
        DemoStep(
            name: "encrypted_silently",
            story: "The same while the app's visible encrypted pushes are switched off: woken, the app decrypts it."
        ) { stage in
            let phone = stage.ada.phone
            try await stage.showEncrypted(false)
            let mark = phone.timeline.mark
            let id = try await stage.send(to: stage.ada, secret)
            try await phone.settle(id, after: mark, .shown, .notShown)
            try await stage.showEncrypted(true)
            let fate = Fate(id, on: phone, after: mark)
            var checks = Checks()
            checks.claim("the extension did not run", fate.extensionRuns == 0, found: fate.summary)
            checks.claim("one banner", fate.shown.count == 1, found: fate.summary)
            checks.claim(
                "with the decrypted title and text",
                fate.shown.first?["title"] == secretTitle && fate.shown.first?["body"] == secretBody,
                found: text(fate.shown.first))
            return checks
        },
        DemoStep(name: "conversation_open", story: "The same while its conversation is open in front: nothing shows.") {
            stage in
            let phone = stage.ada.phone
            try await phone.launch()
            try await phone.command("conversation \(conversation)")
            let mark = phone.timeline.mark
            let id = try await stage.send(to: stage.ada, secret)
            stage.expect(["delivered": 1, "suppressed": 1, "presented": 0], of: id, in: "conversation_open")
            try await phone.settle(id, after: mark, .shown, .notShown)
            let fate = Fate(id, on: phone, after: mark)
            var checks = Checks()
            checks.claim("it reached the phone", fate.arrivals == 1, found: fate.summary)
            checks.claim("it was not shown", fate.shown.isEmpty && fate.notShown.count == 1, found: fate.summary)
            try await phone.command("conversation")
            return checks
        },
    ]

    /// The encrypted message that three steps send.
    static var secret: JSONObject {
        [
            "title": .string(secretTitle), "body": .string(secretBody), "conversation": .string(conversation),
            "encrypt": "device",
        ]
    }

    static func text(_ entry: TimelineEntry?) -> String {
        "\(entry?["title"] ?? "no title") / \(entry?["body"] ?? "no text")"
    }
}
