import Combine
import Foundation

#if os(Linux)
    import ProcessLocal
#endif

/// What the app has heard, the newest first: for its screen, and for the timeline of a simulated phone.
@MainActor
final class Diary: ObservableObject {
    static let shared = Diary()
    private static let lineLimit = 30

    @Published private(set) var lines: [String] = []

    /// Notes something with its details.
    func note(_ kind: String, _ details: [String: String] = [:]) {
        #if os(Linux)
            SimulatedProcess.current.log(kind, details)
        #endif
        let words = details.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        lines = Array(([([kind] + words).joined(separator: "  ")] + lines).prefix(Self.lineLimit))
    }
}
