import APNsSimulator
import PayloadRehearsal
import Payloads

/// An explanation as text for a terminal: a table of the situations, and what its letters and numbers mean.
struct ExplanationText {
    private let explanation: Explanation
    private let output: Output
    /// The different callbacks with their arguments, in the order of their first call.
    private let calls: [Step]

    init(_ explanation: Explanation, _ output: Output) {
        self.explanation = explanation
        self.output = output
        var calls: [Step] = []
        for step in explanation.courses.flatMap({ $0.steps + $0.response }) where step.actor != .system {
            if !calls.contains(step) { calls.append(step) }
        }
        self.calls = calls
    }

    var text: String {
        if let refusal = explanation.refusal {
            let answer = "APNs answers \(refusal.status) \(refusal.reason): the push reaches no phone."
            return [head, findings, output.coloured(answer, .red)].compactMap(\.self).joined(separator: "\n\n")
        }
        return [head, findings, table, sights, courses, callbacks, doubts].compactMap(\.self).joined(separator: "\n\n")
    }

    private func title(_ text: String) -> String { output.coloured(text, .cyan) }

    private var head: String {
        let push = explanation.push
        let limit = push.byteLimit.map { " of \($0)" } ?? ""
        let headers = push.headers.filter { $0.name != "apns-id" || !$0.isAssumed }.map {
            "  \(shown($0.name)): \(shown($0.value))" + ($0.isAssumed ? output.coloured(" (assumed)", .faint) : "")
        }
        return (["\(explanation.format.title), \(push.payload.count)\(limit) bytes, with these headers:"] + headers)
            .joined(separator: "\n")
    }

    private var findings: String? {
        guard !explanation.findings.isEmpty else { return nil }
        let lines = explanation.findings.map { finding in
            let colour: Colour = finding.severity == .error ? .red : finding.severity == .warning ? .yellow : .cyan
            let place = finding.path.isEmpty ? "" : " \(shown(finding.path)):"
            return "  \(output.coloured(finding.severity.rawValue, colour))\(place) "
                + "\(finding.message.printable(limit: 200)) [\(finding.rule.code)]"
        }
        return ([title("What tidings payload lint finds")] + lines).joined(separator: "\n")
    }

    private var table: String {
        let columns = explanation.states.first.map { explanation.runs(in: $0).map(\.situation.title) } ?? []
        let rows = explanation.states.map { state in [state.rawValue] + explanation.runs(in: state).map(\.name) }
        return output.table(["state of the app"] + columns, rows)
    }

    private var sights: String {
        let parts = explanation.sights.enumerated().map { index, sight in
            let colour: Colour = sight.isNoticed ? .green : .yellow
            var lines = ["  \(Explanation.letters(index))  " + output.coloured(sight.headline, colour)]
            if !sight.text.isEmpty { lines.append("     reads: " + shown(sight.text.joined(separator: " · "))) }
            lines += sight.explanations.map { "     \($0)" }
            if sight.list.joined().count > 1 {
                lines.append("     the list afterwards:")
                for entry in sight.list.joined() {
                    let thread = entry.thread.isEmpty ? "" : " (thread \(shown(entry.thread)))"
                    lines.append(
                        "       \(shown(entry.identifier))\(thread): \(shown(entry.text.joined(separator: " · ")))")
                }
            }
            return lines.joined(separator: "\n")
        }
        return ([title("What the person finds")] + parts).joined(separator: "\n")
    }

    private var courses: String {
        let parts = explanation.courses.enumerated().map { index, course in
            let number = "\(index + 1)"
            let indent = String(repeating: " ", count: max(0, 3 - number.count))
            var lines = ["\(indent)\(number)  \(course.headline)"]
            if !course.steps.isEmpty { lines += wrapped(course.steps, "     ") }
            if !course.response.isEmpty { lines += wrapped(course.response, "     then: ") }
            return lines.joined(separator: "\n")
        }
        return ([title("What runs, in order")] + parts).joined(separator: "\n")
    }

    /// The steps in a row, broken before they are too wide.
    private func wrapped(_ all: [Step], _ indent: String) -> [String] {
        // A launch says where the app is, and a callback what it answered.
        let steps = all.enumerated().filter { index, step in
            guard index > 0 else { return true }
            let before = all[index - 1]
            return !(step.name == "app.state" && before.name == "process.launched")
                && !(step.name == "wake.answered" && step.details["result"] == before.answer)
        }.map(\.element)
        var lines = [indent]
        for (index, step) in steps.enumerated() {
            let word = short(step) + (index < steps.count - 1 ? " >" : "")
            if let last = lines.last, last.count + word.count > 100, last.count > 8 { lines.append("       ") }
            lines[lines.count - 1] += (lines[lines.count - 1].last == " " ? "" : " ") + word
        }
        return lines
    }

    private func short(_ step: Step) -> String {
        guard step.actor != .system, let place = calls.firstIndex(of: step) else { return shown(step.words) }
        let labels = step.name.split { "(:)".contains($0) }.filter { $0 != "_" }
        // The first label that is not a completion handler says what it is about.
        let name = labels.dropFirst().first { !$0.lowercased().hasSuffix("handler") } ?? labels[0]
        return "\(name) [\(mark(place))]"
    }

    private func mark(_ index: Int) -> String { Explanation.letters(index).lowercased() }

    private var callbacks: String? {
        guard !calls.isEmpty else { return nil }
        let parts = calls.enumerated().map { index, step in
            let answer = step.answer.map { " → \($0)" } ?? ""
            let arguments = step.arguments.map { "       \($0.name): \(shown($0.value))" }
            return (["  \(mark(index))  \(step.actor.rawValue): \(step.name)\(answer)"] + arguments).joined(
                separator: "\n")
        }
        return ([title("The callbacks")] + parts).joined(separator: "\n")
    }

    private var doubts: String? {
        guard !explanation.doubts.isEmpty else { return nil }
        let lines = explanation.doubts.map { doubt, runs in
            var names: [String] = []
            for run in runs where !names.contains(run.name) { names.append(run.name) }
            let where_ = names.count > 6 ? "\(names.prefix(6).joined(separator: " ")) …" : names.joined(separator: " ")
            return "  \(doubt.sentence) (\(where_))"
        }
        return ([title("Not verified on a device")] + lines).joined(separator: "\n")
    }

    /// A text from outside: on one line, not endless, and without anything that a terminal would obey.
    private func shown(_ text: String) -> String { text.printable(limit: 90) }
}

extension String {
    /// The text on one line, not endless, and without controls: they move the cursor, or turn the direction of what follows.
    func printable(limit: Int) -> String {
        let flat = unicodeScalars.prefix(limit * 4).map { Character($0.isObeyed ? "\u{FFFD}" : $0) }
        let text = String(flat)
        return text.count > limit || flat.count < unicodeScalars.count ? text.prefix(limit) + "…" : text
    }
}

extension UnicodeScalar {
    /// Whether it is not drawn, but moves the cursor or turns the direction of what follows; what joins emoji is not among them.
    var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: self != "\u{200D}"
        default: false
        }
    }
}
