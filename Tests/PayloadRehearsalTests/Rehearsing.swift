import APNsSimulator
import Foundation
import PayloadRehearsal
import PushModel

/// Runs a push in one situation.
func rehearse(
    _ payload: String, _ state: PhoneState = .background, with more: Set<Circumstance> = [],
    without less: Set<Circumstance> = [], headers: [String: String] = [:], earlier: [Rehearsal.Earlier] = [],
    sounds: URL? = nil, then response: Rehearsal.Response = .nothing
) async throws -> Outcome {
    let push = RehearsedPush(
        payload: Array(payload.utf8), headers: headers.map { .init($0.key, $0.value) },
        pushType: payload == silent ? .background : .alert, bundleID: "com.example.app")
    return try await Rehearsal(push, earlier: earlier, sounds: sounds, response: response).outcome(
        in: Situation(state, with: more, without: less))
}

/// A visible push that the extension may change.
let mutable = #"{"aps":{"alert":{"title":"Hi","body":"There"},"sound":"default","mutable-content":1}}"#
/// A silent push.
let silent = #"{"aps":{"content-available":1},"n":1}"#

extension Outcome {
    /// The callbacks of app and extension in order, by the first words of their names.
    var calls: [String] { Self.calls(course.steps) }
    /// The same after the person's response.
    var responseCalls: [String] { Self.calls(course.response) }

    private static func calls(_ steps: [Step]) -> [String] {
        steps.filter { $0.actor != .system }.map { step in
            let labels = step.name.split(separator: "(").last?.split(separator: ":").map(String.init) ?? []
            return labels.first { $0 != "_" && $0 != ")" } ?? step.name
        }
    }

    /// The first step whose name has these words in it.
    func step(_ words: String) -> Step? { (course.steps + course.response).first { $0.name.contains(words) } }
}
