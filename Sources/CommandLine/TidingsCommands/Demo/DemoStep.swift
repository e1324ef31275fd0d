/// One step of the demo's script: something is done, then timeline and API are looked at.
struct DemoStep: Sendable {
    /// A stable name, for programs.
    let name: String
    /// What happens, for people.
    let story: String
    /// Does it and says what was seen.
    let run: @Sendable (DemoStage) async throws -> Checks

    /// The whole script, in order; later steps build on what earlier ones left behind.
    static let script: [DemoStep] =
        registration + display + encryption + choices + topics + responses + delivery + trust + launches + plans
        + company + changes + calls + [receipts]
}
