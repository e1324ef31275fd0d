extension Command {
    /// The tool's command tree: one line for each command, in the order of the help text.
    package static let root: Command = Command(
        "tidings", "Tidings: push notifications for Apple platforms, self-hosted.",
        examples: [
            Example("tidings serve --dev", "Start a server and a simulated APNs to try things with."),
            Example("tidings send --to user-1 --title Hello", "Send a push."),
        ],
        subcommands: [
            .demo,
            .serve,
            .send,
            .call,
            .messages,
            .why,
            .tenants,
            .apps,
            .keys,
            .topics,
            .segments,
            .importing,
            .backup,
            .migrate,
            .apnsSimulator,
            .apnsConformance,
            .device,
            .payload,
            .initNSE,
            .doctor,
            .token,
            .profile,
            .openAPI,
            .bench,
            .completions,
            .man,
            .version,
        ])
}
