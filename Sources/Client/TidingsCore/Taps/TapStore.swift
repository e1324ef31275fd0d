package import Foundation

/// Keeps the tap pipeline on disk, so that a tap outlives the process that received it.
package struct TapStore: Sendable {
    /// Reads what was stored last; an empty pipeline if there is nothing.
    package var load: @Sendable () -> TapPipeline
    /// Stores the pipeline.
    package var save: @Sendable (TapPipeline) throws -> Void

    /// Creates a store from its functions.
    package init(load: @escaping @Sendable () -> TapPipeline, save: @escaping @Sendable (TapPipeline) throws -> Void) {
        self.load = load
        self.save = save
    }

    /// A store in a file that only the app touches.
    package static func file(_ file: URL) -> TapStore {
        TapStore(
            load: {
                guard let content = try? Data(contentsOf: file) else { return TapPipeline() }
                return (try? JSONDecoder().decode(TapPipeline.self, from: content)) ?? TapPipeline()
            },
            save: { pipeline in
                try AtomicFile.replace(file, with: JSONEncoder().encode(pipeline))
            })
    }
}
