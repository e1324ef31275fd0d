extension Command {
    /// `tidings payload`.
    static let payload = Command(
        "payload", "Build a push, check one before it is sent, whoever sends it, and see what a phone does with it.",
        examples: [
            Example("tidings payload build --title Hello --body World", "Builds a push for APNs."),
            Example("tidings payload lint push.json", "Finds what is wrong with a push."),
            Example("tidings payload explain push.json", "Shows what iOS does with it."),
        ],
        subcommands: [.payloadBuild, .payloadLint, .payloadExplain])
}
