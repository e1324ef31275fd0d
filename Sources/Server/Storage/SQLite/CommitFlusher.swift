import Foundation
import Locking

/// Waits for the disk in the writer's place, which goes on meanwhile: one flush answers all commits since the last one.
///
/// The writer's commits are whole in the write-ahead log and seen by others before they are flushed; who asked for one
/// hears of it afterwards. A log is read from its beginning after a crash, so a commit never survives an earlier one that
/// did not.
///
/// Several flushes overlap, so that a commit need not wait for one that began before it came: on a slow disk that would
/// double its time. They answer in the order in which they began, and none after one that failed.
final class CommitFlusher: Sendable {
    private struct Flushes {
        var begun = 0
        var answered = 0
        /// What has ended but waits for flushes that began earlier.
        var ended: [Int: [WriteCall]] = [:]
    }

    private let commits = Mailbox<[WriteCall]>()
    private let flushes = Locked(Flushes())
    private let failure: Locked<StorageError?>
    private let running = DispatchGroup()

    /// Starts a thread for each log.
    ///
    /// - Parameters:
    ///   - logs: The log, opened as often as flushes may overlap.
    ///   - failure: Set when the disk has failed. What the system could not write is lost to it, and a later flush says
    ///     nothing of it: only reading the log anew, at the next start, tells what there is. Nobody writes or reads then.
    init(_ logs: [SQLiteLog], failure: Locked<StorageError?>) {
        self.failure = failure
        for log in logs {
            running.enter()
            _ = StorageThread(name: "storage-flush") {
                self.serve(log)
                self.running.leave()
            }
        }
    }

    /// Answers the calls of a commit once the disk holds it.
    func flush(_ calls: some Sequence<WriteCall>) { _ = commits.post(Array(calls)) }

    /// Returns when everybody was answered.
    func finish() {
        commits.close()
        running.wait()
    }

    private func serve(_ log: SQLiteLog) {
        while true {
            let waiting = commits.take(limit: .max)
            if waiting.isEmpty { break }
            let number = flushes.withLock { flushes in
                flushes.begun += 1
                return flushes.begun
            }
            let error = failure.withLock { $0 } ?? log.flush()
            if let error { failure.withLock { $0 = error } }
            answer(end(number, of: Array(waiting.joined())))
        }
    }

    /// Takes note that a flush has ended.
    ///
    /// - Returns: The calls of all that have ended up to the first one that has not.
    private func end(_ number: Int, of calls: [WriteCall]) -> [WriteCall] {
        flushes.withLock { flushes in
            flushes.ended[number] = calls
            var answerable: [WriteCall] = []
            while let calls = flushes.ended.removeValue(forKey: flushes.answered + 1) {
                flushes.answered += 1
                answerable += calls
            }
            return answerable
        }
    }

    private func answer(_ calls: [WriteCall]) {
        guard let error = failure.withLock({ $0 }) else { return calls.forEach { $0.deliver() } }
        let uncertain = StorageError(
            .uncertain, detail: "The disk failed during a commit: the write may have been kept or not.",
            nativeCode: error.nativeCode)
        calls.forEach { $0.fail(uncertain) }
    }
}
