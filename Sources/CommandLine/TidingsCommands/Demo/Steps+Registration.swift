import PushModel
import SimulatedDevice

extension DemoStep {
    /// The apps start, ask for permission, and register.
    static let registration = [
        DemoStep(name: "registration_granted", story: "Ada opens the app and allows notifications.") { stage in
            var checks = Checks()
            try await checkRegistration(stage, stage.ada, permission: "authorized", &checks)
            return checks
        },
        DemoStep(name: "registration_denied", story: "Ben opens the app and refuses; nothing will show on his phone.") {
            stage in
            var checks = Checks()
            try await checkRegistration(stage, stage.ben, permission: "denied", &checks)
            let mark = stage.ben.phone.timeline.mark
            let id = try await stage.send(to: stage.ben, ["title": "Not for Ben's screen"])
            try await stage.ben.phone.settle(id, after: mark, .pushDropped, .shown)
            let fate = Fate(id, on: stage.ben.phone, after: mark)
            checks.claim("a push reaches his phone", fate.arrivals == 1, found: fate.summary)
            checks.claim("it is not shown", fate.shown.isEmpty && fate.count(.pushDropped) == 1, found: fate.summary)
            let message = try await stage.message(id)
            checks.claim("APNs took it all the same", message.counts?["sent"] == 1, found: message.outcomeText)
            return checks
        },
        DemoStep(name: "registration_second", story: "Cleo opens the app and allows notifications.") { stage in
            var checks = Checks()
            try await checkRegistration(stage, stage.cleo, permission: "authorized", &checks)
            return checks
        },
    ]

    private static func checkRegistration(
        _ stage: DemoStage, _ person: DemoStage.Person, permission: String, _ checks: inout Checks
    ) async throws {
        let phone = person.phone
        try await phone.launch()
        try await phone.settle(after: 0) { $0.kind == .registered && $0["token"] != nil }
        let decisions = phone.timeline.all(.permissionDecided).compactMap { $0["status"] }
        checks.claim("permission is \(permission)", decisions == [permission], found: "\(decisions)")
        checks.claim(
            "iOS gave a token", phone.timeline.all(.registered).contains { $0["token"] != nil },
            found: "\(phone.timeline.all(.registered))")
        let devices = try await stage.eventually {
            try await stage.devices(of: person)
        } until: {
            $0.contains { $0["token"]?["status"] == "active" && $0["permission"]?.string == permission }
        }
        let device = devices.first
        checks.claim("the server has one device of \(person.id)", devices.count == 1, found: "\(devices.count)")
        checks.claim(
            "its token is active", device?["token"]?["status"] == "active", found: "\(device?["token"] ?? .null)")
        checks.claim(
            "its permission is known", device?["permission"]?.string == permission,
            found: device?["permission"]?.string ?? "nothing")
        checks.claim(
            "its extension is known", device?["capabilities"]?["serviceExtension"] == true,
            found: "\(device?["capabilities"] ?? .null)")
    }
}
