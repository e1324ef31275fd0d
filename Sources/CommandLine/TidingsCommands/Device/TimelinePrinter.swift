import Foundation
import SimulatedDevice

/// Prints a phone's timeline as it grows: a line an entry, JSON for programs.
struct TimelinePrinter: Sendable {
    private let output: Output

    init(_ output: Output) { self.output = output }

    /// Prints every entry from the first on, until the phone is switched off.
    func print(_ timeline: Timeline) async {
        for await entry in timeline.stream(fromStart: true) {
            output.verbatim(output.isJSON ? entry.jsonLine : line(entry))
        }
    }

    private func line(_ entry: TimelineEntry) -> String {
        let clock = entry.time.formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true).time(includingFractionalSeconds: true))
        var parts = [output.coloured(clock, .faint), output.coloured(entry.kind.rawValue, colour(of: entry.kind))]
        if let process = entry.process { parts.append(output.coloured(process, .faint)) }
        if let notification = entry.notification { parts.append(notification) }
        parts += entry.details.filter { !$0.value.isEmpty && $0.key != "id" }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }
        return parts.joined(separator: "  ")
    }

    private func colour(of kind: TimelineEntry.Kind) -> Colour {
        switch kind {
        case .shown, .expanded: .green
        case .misuse, .extensionFailed, .contentFailed, .courierFailed: .red
        case .notShown, .pushDropped, .wakeRefused, .attachmentDropped: .yellow
        default: .cyan
        }
    }
}
