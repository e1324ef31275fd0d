import Locking

/// Device tokens whose last push was refused, as hashes and a bounded number of them.
///
/// A wrong guess costs nothing but another connection, so hashes are enough, and what is long ago may be forgotten.
final class SuspectTokens: Sendable {
    private struct State {
        var recent: Set<Int> = []
        var older: Set<Int> = []
    }

    private let state = Locked(State())
    private let generationSize: Int

    /// Keeps at least the last `generationSize` tokens and at most twice as many.
    init(generationSize: Int = 10_000) { self.generationSize = generationSize }

    /// Notes a refusal.
    func note(_ token: String) {
        let hash = token.hashValue
        state.withLock { state in
            state.recent.insert(hash)
            guard state.recent.count >= generationSize else { return }
            state.older = state.recent
            state.recent = []
        }
    }

    /// Notes that a token was accepted after all.
    func acquit(_ token: String) {
        let hash = token.hashValue
        state.withLock { state in
            state.recent.remove(hash)
            state.older.remove(hash)
        }
    }

    /// Which pushes are suspect, by what the caller says or by what was noted.
    func indices(in batch: [PushRequest]) -> [Int] {
        let (recent, older) = state.withLock { ($0.recent, $0.older) }
        guard !recent.isEmpty || !older.isEmpty else {
            // Not by a function of the array, which would copy each push.
            var indices: [Int] = []
            for index in batch.indices where batch[index].isSuspect { indices.append(index) }
            return indices
        }
        return batch.indices.filter { index in
            if batch[index].isSuspect { return true }
            let hash = batch[index].deviceToken.hashValue
            return recent.contains(hash) || older.contains(hash)
        }
    }
}
