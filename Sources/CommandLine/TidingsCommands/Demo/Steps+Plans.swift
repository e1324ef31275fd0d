import Foundation
import PushModel
import SimulatedDevice

extension DemoStep {
    /// Notifications that silent pushes plan and cancel.
    static let plans = [
        DemoStep(
            name: "planned_notifications",
            story:
                "Silent pushes plan four notifications on Dora's phone and cancel three; the fourth shows, app or not."
        ) { stage in
            let phone = stage.dora.phone
            try await phone.background()
            let due = Date(timeIntervalSince1970: (stage.time.now.timeIntervalSince1970 + 3_600).rounded(.up))
            let names = ["single", "stays", "tour:1", "tour:2"]
            let mark = phone.timeline.mark
            for name in names {
                _ = try await stage.send(
                    to: stage.dora,
                    [
                        "title": .string("Planned: \(name)"), "form": "silent",
                        "local": ["id": .string(name), "at": .string(due.ISO8601Format())],
                    ])
            }
            let planned = try await plans(stage, until: names)
            let reported = try await stage.eventually {
                try await reports(stage)
            } until: {
                $0 == names
            }
            var checks = Checks()
            checks.claim("iOS has the four", planned == names, found: "\(planned)")
            checks.claim("the server was told of each once", reported == names, found: "\(reported)")
            // One by its whole name, two by what their names begin with.
            for name in ["single", "tour"] {
                _ = try await stage.send(
                    to: stage.dora, ["form": "silent", "cancelLocal": ["id": .string(name)]])
            }
            let left = try await plans(stage, until: ["stays"])
            checks.claim("by name and by prefix three are taken back", left == ["stays"], found: "\(left)")
            try await phone.kill()
            phone.device.setClock(due.addingTimeInterval(-0.05))
            try await phone.settle(after: mark) { $0.kind == .shown }
            phone.device.setClock(stage.time.now)
            let shown = phone.entries(after: mark).filter { $0.kind == .shown }
            checks.claim(
                "at its time the fourth shows, without the app",
                shown.map { $0["title"] } == ["Planned: stays"] && phone.phase == .notRunning,
                found: "\(shown.map { $0["title"] ?? "?" }), the app is \(phone.phase)")
            return checks
        },
        DemoStep(
            name: "plan_fallback",
            story: "A plan cannot reach Dora's phone in time: at its moment the server sends an ordinary push instead."
        ) { stage in
            let phone = stage.dora.phone
            try await phone.background()
            try await phone.setOnline(false)
            let mark = phone.timeline.mark
            let due = Date(timeIntervalSince1970: (stage.time.now.timeIntervalSince1970 + 1).rounded(.up))
            let id = try await stage.send(
                to: stage.dora,
                [
                    "title": "Planned: too late", "form": "silent",
                    "local": ["id": "late", "at": .string(due.ISO8601Format())],
                ])
            let fallback = try await stage.api.value("GET", "/v1/messages/\(id)")["fallback"]?.string ?? ""
            let message = try await stage.message(fallback)
            try await phone.setOnline(true)
            // It carries the name of the planned notification, in whose place it stands.
            try await phone.settle(after: mark) { $0.kind == .shown }
            let shown = phone.entries(after: mark).filter { $0.kind == .shown }
            var checks = Checks()
            checks.claim("the push went out", message.counts?["sent"] == 1, found: message.outcomeText)
            checks.claim(
                "and the phone shows it once", shown.map { $0["title"] } == ["Planned: too late"],
                found: "\(shown.map { $0["title"] ?? "?" })")
            return checks
        },
    ]

    /// The plans that iOS has, once they are these or the time is over.
    private static func plans(_ stage: DemoStage, until names: [String]) async throws -> [String] {
        let prefix = "tidings.local."
        return try await stage.eventually {
            try await stage.dora.phone.command("pending").split(separator: " ").map {
                $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : String($0)
            }
        } until: {
            $0 == names
        }
    }

    private static func reports(_ stage: DemoStage) async throws -> [String] {
        let events = try await stage.api.value(
            "GET", "/v1/events", query: ["externalId": stage.dora.id, "limit": "100"])
        return (events["items"]?.array ?? []).filter { $0["name"] == "$local.scheduled" }
            .compactMap { $0["data"]?["localId"]?.string }.sorted()
    }
}
