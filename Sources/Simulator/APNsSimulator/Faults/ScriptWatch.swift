package import Foundation
package import Timekeeping

/// Keeps a simulator's script at what stands in a file, whenever that changes.
package struct ScriptWatch: Sendable {
    private let path: String
    private let simulator: APNsSimulator
    private let time: any TimeSource
    private let note: @Sendable (String) -> Void

    /// How often the file is looked at.
    package static let interval = Duration.seconds(1)

    /// Prepares to watch a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - simulator: Whose script it is.
    ///   - time: The clock that the file is looked at by; not the simulator's, which may stand still.
    ///   - note: Receives a line for people when the script was replaced, or why it was not.
    package init(
        path: String, simulator: APNsSimulator, time: any TimeSource, note: @escaping @Sendable (String) -> Void
    ) {
        self.path = path
        self.simulator = simulator
        self.time = time
        self.note = note
    }

    /// Watches until the task is cancelled; `known` is what the simulator has been given already.
    package func run(known: Data) async {
        var known = known
        while (try? await time.sleep(for: Self.interval)) != nil {
            // Editors replace a file by removing it first: what is missing now will be back.
            guard let data = FileManager.default.contents(atPath: path), data != known else { continue }
            known = data
            do {
                try simulator.script(json: data, isReplacing: true)
                note("\(path) has changed: its script is in force.")
            } catch {
                note("\(path) has changed, and the script before stays in force: \(error)")
            }
        }
    }
}
