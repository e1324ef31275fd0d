/// Which apps may have another batch under way, so that pushes that hang for one of them hold up no other.
package struct BatchSlots: Sendable {
    private struct Load {
        var underWay = 0
        var isSlow = false
    }

    private let limit: Int
    private let patience: Duration
    private var loads: [Int64: Load] = [:]

    /// Begins without any batch.
    ///
    /// - Parameters:
    ///   - limit: How many batches an app has under way at most.
    ///   - patience: After how long an app counts as slow: it gets one batch at a time until one is answered sooner.
    package init(limit: Int, patience: Duration) {
        self.limit = limit
        self.patience = patience
    }

    /// The apps that get no further batch now.
    package var busy: Set<Int64> {
        Set(loads.lazy.filter { $0.value.underWay >= ($0.value.isSlow ? 1 : limit) }.map(\.key))
    }

    /// A batch with pushes of an app begins.
    package mutating func begin(_ app: Int64) { loads[app, default: Load()].underWay += 1 }

    /// The app's part of a batch was answered, or given up.
    package mutating func end(_ app: Int64, took duration: Duration) {
        guard var load = loads.removeValue(forKey: app) else { return }
        load.underWay -= 1
        load.isSlow = duration > patience
        if load.underWay > 0 || load.isSlow { loads[app] = load }
    }
}
