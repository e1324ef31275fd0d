import Foundation
import PayloadRehearsal

extension Command {
    /// `tidings payload explain`.
    static let payloadExplain = Command(
        "explain", "Show what iOS does with a push, in every state of the app.",
        discussion: """
            Sends the push to simulated phones, one for each state of the app and each case, and tells from their
            timelines what happened: where it is shown, what is heard, which process wakes, which callbacks run in
            which order with which arguments, and what is replaced. Equal outcomes are told once.

            States: \(PhoneState.allCases.map(\.rawValue).joined(separator: ", ")).

            The cases are the usual one and those that most often differ; with --with or --without it is one:
            \(circumstances)

            The app has every callback, and presents with everything; its extension changes nothing that is seen.
            Pushes of the types alert, background and voip can be explained; those of Live Activities cannot.
            What the phone does although nobody has verified it on a device is listed at the end.
            With --json each of the situations names what is found (sights) and what runs (courses), which stand beside.
            Ends with 1 when APNs would refuse the push.
            """,
        arguments: [PayloadSource.argument],
        options: PayloadSource.options + [
            .value("state", "STATE", "Only this state; may be repeated.", repeatable: true),
            .value("with", "CASE", "Something that holds; may be repeated.", repeatable: true),
            .value("without", "CASE", "Something that does not hold; may be repeated.", repeatable: true),
            .value(
                "on-screen", "ID", "The collapse id of a notification in the list; may be repeated.", repeatable: true),
            .value(
                "on-screen-thread", "THREAD", "The thread of a notification in the list; may be repeated.",
                repeatable: true),
            .value("sounds", "FOLDER", "The app's sound files, without which each sound is the default one."),
            .value("then", "DEED", "What the person does next: tap or dismiss."),
            .value("html", "FILE", "Write a page with a picture of the phone for each state."), .json,
        ],
        examples: [
            Example("tidings payload explain push.json", "Tells what becomes of the push in 42 situations."),
            Example(
                "tidings payload explain push.json --state suspended --without extension",
                "Tells one situation only."),
            Example(
                "tidings payload explain push.json --header 'apns-collapse-id: order-1' --on-screen order-1",
                "Shows that the push takes the place of an earlier one."),
            Example("tidings payload explain push.json --html page.html", "Draws the phones on a page."),
        ]
    ) { invocation in
        let request = try ExplainRequest(invocation)
        let explanation = try await request.explanation()
        if let file = invocation.value("html") {
            let page = ExplanationPage(explanation, name: request.name).html
            do {
                try Data(page.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
            } catch {
                throw CommandError(
                    .failed, "Cannot write \(quoted(file)). Check its folder and its permissions.", exitCode: .failure)
            }
            if !invocation.output.isJSON { invocation.output.note("Wrote \(file).") }
        }
        try invocation.output.result(explanation, text: ExplanationText(explanation, invocation.output).text)
        return explanation.refusal == nil ? .done : .mistake
    }

    private static let circumstances: String = {
        let width = Circumstance.allCases.map(\.rawValue.count).max() ?? 0
        return Circumstance.allCases.map { one in
            "  \(one.rawValue.padding(toLength: width, withPad: " ", startingAt: 0))  \(one.meaning)"
                + (one.isUsual ? " (usual)" : "")
        }.joined(separator: "\n")
    }()
}
