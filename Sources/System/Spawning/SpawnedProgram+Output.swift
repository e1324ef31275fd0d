import Foundation

extension SpawnedProgram {
    /// Everything that a program left behind.
    package struct Result: Sendable {
        /// How it ended.
        package let end: End
        /// What it wrote to standard output, unless the launch led that elsewhere.
        package let output: String
        /// What it wrote to standard error, unless the launch led that elsewhere.
        package let error: String
    }

    /// Waits until the program is over, reading meanwhile what it writes.
    package func result() async -> Result {
        async let output = Self.text(output)
        async let error = Self.text(error)
        return Result(end: await end(), output: await output, error: await error)
    }

    private static func text(_ handle: FileHandle?) async -> String {
        guard let handle else { return "" }
        return await withCheckedContinuation { done in
            // A thread of its own, because it blocks for as long as the program runs.
            Thread.detachNewThread {
                done.resume(returning: String(decoding: handle.readDataToEndOfFile(), as: UTF8.self))
            }
        }
    }
}
