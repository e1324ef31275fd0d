import Testing

/// The demo with one part of the SDK broken at a time: the step that is about it has to fail.
@Suite(.timeLimit(.minutes(5))) struct DemoFaultTests {
    /// Each with the steps that its phone was brought there by, which hold.
    private static let faults: [(fault: String, before: [String], breaks: String)] = [
        ("drop-receipts", ["registration_granted", "plain_background"], "receipts"),
        ("ignore-display-rule", ["registration_granted"], "conversation_open"),
        ("skip-decryption", ["registration_granted"], "encrypted"),
        ("ignore-intercept", ["registration_granted"], "intercepted"),
        ("keep-choices", ["registration_granted"], "topic_left"),
        ("drop-tap-replay", ["registration_granted"], "cold_tap"),
        ("drop-pictures", ["registration_granted"], "rich"),
        ("ask-fully", [], "provisional_permission"),
        ("forget-install", ["provisional_permission"], "prewarmed_launch"),
        ("drop-tap-replay", ["provisional_permission"], "scenes_cold_tap"),
        ("ignore-plans", ["provisional_permission"], "planned_notifications"),
        ("rob-foreign", ["provisional_permission"], "foreign_sdk"),
        ("keep-token", ["provisional_permission"], "token_rotation"),
        ("forget-person", ["provisional_permission"], "user_switch"),
    ]

    @Test(arguments: faults)
    func `a broken SDK fails the step that shows it`(fault: String, before: [String], breaks: String) async throws {
        let (status, report) = try await DemoRun.play(only: before + [breaks], fault: fault)
        #expect(status == 1 && !report.ok)
        #expect(report.steps.filter { !$0.ok }.map(\.name) == [breaks], "\(report.steps)")
    }
}
