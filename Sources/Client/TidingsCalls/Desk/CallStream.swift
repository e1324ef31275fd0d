#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import Foundation

    /// The live connection.
    @MainActor
    final class CallStream {
        nonisolated init() {}
        func open(for desk: CallDesk) {}
        func close() {}
    }
#endif
