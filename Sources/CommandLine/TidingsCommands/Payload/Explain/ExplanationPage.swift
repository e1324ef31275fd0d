import APNsSimulator
import PayloadRehearsal
import Payloads

/// An explanation as one page that needs nothing else: no script, no font and no picture from outside.
///
/// Everything that comes from the payload is escaped, and the page forbids whatever it does not bring itself.
struct ExplanationPage {
    private let explanation: Explanation
    private let name: String

    init(_ explanation: Explanation, name: String) {
        self.explanation = explanation
        self.name = name
    }

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>What iOS does with \(name.html)</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <h1>What iOS does with \(name.html)</h1>
        \(head)
        \(findings)
        \(refusal ?? explanation.states.map(section).joined(separator: "\n"))
        \(doubts)
        </body>
        </html>

        """
    }

    private var head: String {
        let push = explanation.push
        let limit = push.byteLimit.map { " of \($0)" } ?? ""
        let headers = push.headers.filter { $0.name != "apns-id" || !$0.isAssumed }.map {
            "<tr><th>\($0.name.html)</th><td>\($0.value.html)</td><td>\($0.isAssumed ? "assumed" : "")</td></tr>"
        }
        return """
            <p>\(explanation.format.title.html), \(push.payload.count)\(limit) bytes. Run on simulated phones by <code>tidings payload explain</code>; \
            what happened was read from their timelines.</p>
            <table>\(headers.joined())</table>
            """
    }

    private var findings: String {
        guard !explanation.findings.isEmpty else { return "" }
        let items = explanation.findings.map {
            "<li class=\"\($0.severity.rawValue)\"><code>\($0.path.html)</code> \($0.message.html) [\($0.rule.code.html)]</li>"
        }
        return "<ul>\(items.joined())</ul>"
    }

    private var refusal: String? {
        explanation.refusal.map {
            "<p class=\"refused\">APNs answers \($0.status) \($0.reason.rawValue.html): the push reaches no phone.</p>"
        }
    }

    private func section(_ state: PhoneState) -> String {
        let runs = explanation.runs(in: state)
        let figures = explanation.sights.indices.compactMap { sight in
            figure(sight, runs.filter { $0.sight == sight })
        }
        return """
            <section>
            <h2>\(state.rawValue.html)</h2>
            <div class="row">
            \(figures.joined(separator: "\n"))
            </div>
            </section>
            """
    }

    /// A picture for all situations in which it looks alike; nil where there are none.
    private func figure(_ place: Int, _ runs: [Explanation.Run]) -> String? {
        guard let first = runs.first else { return nil }
        let sight = explanation.sights[place]
        let reasons = sight.explanations.map { "<p class=\"reason\">\($0.html)</p>" }.joined()
        let courses = explanation.courses.indices.compactMap { course -> String? in
            let titles = runs.filter { $0.course == course }.map(\.situation.title.html)
            guard !titles.isEmpty else { return nil }
            let one = explanation.courses[course]
            let response = one.response.isEmpty ? "" : "<h4>then</h4>\(list(one.response))"
            return """
                <details><summary><b>\(titles.joined(separator: ", "))</b>: \(one.headline.html)</summary>\
                \(list(one.steps))\(response)</details>
                """
        }
        return """
            <article>
            <h3>\(Explanation.letters(place))</h3>
            <p class="when">\(runs.map(\.situation.title.html).joined(separator: "<br>"))</p>
            \(PhonePicture(sight, first.situation).html)
            <p class="headline">\(sight.headline.html)</p>
            \(reasons)\(courses.joined())
            </article>
            """
    }

    private func list(_ steps: [Step]) -> String {
        let items = steps.map { step in
            let who = step.actor == .system ? "iOS" : step.actor.rawValue
            let arguments = step.arguments.map { "<dt>\($0.name.html)</dt><dd>\($0.value.html)</dd>" }.joined()
            let answer = step.answer.map { "<dt>→</dt><dd>\($0.html)</dd>" } ?? ""
            let details = arguments + answer
            return
                "<li><span class=\"who\">\(who)</span> <span class=\"\(step.actor.rawValue)\">\(step.words.html)</span>"
                + (details.isEmpty ? "" : "<dl>\(details)</dl>") + "</li>"
        }
        return "<ol>\(items.joined())</ol>"
    }

    private var doubts: String {
        guard !explanation.doubts.isEmpty else { return "" }
        let items = explanation.doubts.map { "<li>\($0.doubt.sentence.html)</li>" }
        return "<h2>Not verified on a device</h2><ul>\(items.joined())</ul>"
    }
}

extension String {
    /// The text as it may stand in a page: between tags and in a quoted attribute; what turns the direction of text is gone.
    var html: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar.isObeyed ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }
}
