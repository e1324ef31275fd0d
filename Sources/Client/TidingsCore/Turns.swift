import Locking

/// Lets pieces of work follow one another, in the order in which they come.
package final class Turns: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Creates a row in which nobody waits.
    package init() {}

    /// Does work when everything before it is done, and returns after it.
    package func take(_ work: @escaping @Sendable () async -> Void) async {
        let turn = last.withLock { last in
            let before = last
            let turn = ProcessWork.start {
                await before?.value
                await work()
            }
            last = turn
            return turn
        }
        await turn.value
    }
}
