import Foundation
import Testing

/// A run of the demo to its end.
enum DemoRun {
    struct Report: Decodable {
        struct Step: Decodable {
            var name: String
            var ok: Bool
            var detail: String
        }
        var ok: Bool
        var steps: [Step]
    }

    /// Plays the script, or some steps of it, with a part of the SDK broken if a fault is named.
    static func play(
        only steps: [String] = [], fault: String? = nil
    ) async throws -> (status: Int32, report: Report) {
        let result = try await Executable.product("tidings").run(
            ["demo", "--exit", "--json"] + steps.flatMap { ["--only", $0] },
            environment: fault.map { ["TIDINGS_SAMPLE_FAULT": $0] } ?? [:])
        try #require(!result.out.isEmpty, "\(result.error)")
        return (result.status, try JSONDecoder().decode(Report.self, from: Data(result.out.utf8)))
    }
}
