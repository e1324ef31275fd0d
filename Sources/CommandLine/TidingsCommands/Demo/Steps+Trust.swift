import PushModel
import SimulatedDevice

extension DemoStep {
    /// Notifications on trial, and the prompt that comes later.
    static let trust = [
        DemoStep(
            name: "provisional_permission",
            story: "Dora was not asked: pushes come quietly into her list, until the app asks in full, once."
        ) { stage in
            let phone = stage.dora.phone
            try await phone.launch()
            try await phone.command("identify \(stage.dora.id)")
            try await phone.command("register provisional")
            try await phone.background()
            var checks = Checks()
            checks.claim("nothing was prompted", prompts(phone) == 0, found: "\(prompts(phone)) prompts")
            try await checkPermission("provisional", stage, &checks)
            let quiet = try await delivered(stage, "On trial")
            checks.claim(
                "the push is in the list, without banner and sound",
                quiet?["list"] == "true" && quiet?["banner"] == "false" && quiet?["sound"] == "false",
                found: "\(quiet?.details ?? [:])")
            try await phone.launch()
            try await phone.command("register")
            try await phone.command("register")
            try await phone.background()
            checks.claim("the full prompt came once", prompts(phone) == 1, found: "\(prompts(phone)) prompts")
            try await checkPermission("authorized", stage, &checks)
            let loud = try await delivered(stage, "Allowed")
            checks.claim(
                "then a push has its banner", loud?["banner"] == "true", found: "\(loud?.details ?? [:])")
            return checks
        }
    ]

    private static func prompts(_ phone: Phone) -> Int { phone.timeline.all(.permissionPrompted).count }

    private static func checkPermission(_ permission: String, _ stage: DemoStage, _ checks: inout Checks) async throws {
        let devices = try await stage.eventually {
            try await stage.devices(of: stage.dora)
        } until: {
            $0.first?["permission"]?.string == permission
        }
        let known = devices.first?["permission"]?.string
        checks.claim("the server knows \(permission)", known == permission, found: known ?? "nothing")
    }

    /// Sends Dora a push and gives what was shown of it.
    private static func delivered(_ stage: DemoStage, _ title: String) async throws -> TimelineEntry? {
        let phone = stage.dora.phone
        let mark = phone.timeline.mark
        let id = try await stage.send(to: stage.dora, ["title": .string(title), "sound": "default"])
        stage.expect(["delivered": 1], of: id, in: "provisional_permission")
        try await phone.settle(id, after: mark, .shown, .notShown, .pushDropped)
        return Fate(id, on: phone, after: mark).shown.first
    }
}
