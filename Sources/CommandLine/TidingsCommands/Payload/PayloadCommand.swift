extension Command {
    /// `tidings payload`.
    static let payload = Command(
        "payload", "Check a push before it is sent, whoever sends it.",
        examples: [Example("tidings payload lint push.json", "Finds what is wrong with a push.")],
        subcommands: [.payloadLint])
}
