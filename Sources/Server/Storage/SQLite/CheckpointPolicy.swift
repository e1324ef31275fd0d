import Timekeeping

/// Decides when the write-ahead log is copied into the file, and by whom.
///
/// The copying thread does the bulk while the writer goes on, so it never reaches the end of a log that grows. Once it is
/// through, the writer copies the few pages that have come since, in a pause between two groups; SQLite then starts the
/// log anew with the next write.
struct CheckpointPolicy {
    /// What the writer does now.
    enum Step: Equatable {
        case nothing
        /// Ask the copying thread.
        case requestCopy
        /// Copy what the copying thread has left.
        case finishCopy
        /// Wait for readers and copy everything.
        case forceRestart
    }

    private enum Phase {
        case waiting, copying
    }

    let pageCount: Int
    let pageLimit: Int
    private var phase = Phase.waiting
    private var pagesAtCopy = 0

    init(pageCount: Int, pageLimit: Int) {
        self.pageCount = pageCount
        self.pageLimit = pageLimit
    }

    /// Takes note of the log's length after a commit, and of whether the copying thread has finished since.
    mutating func committed(logPages: Int, copyFinished: Bool) -> Step {
        if logPages < pagesAtCopy { pagesAtCopy = 0 }
        if phase == .copying, copyFinished {
            phase = .waiting
            pagesAtCopy = logPages
            return .finishCopy
        }
        if phase == .waiting, logPages - pagesAtCopy >= pageCount {
            phase = .copying
            pagesAtCopy = logPages
            return .requestCopy
        }
        guard logPages >= pageLimit else { return .nothing }
        pagesAtCopy = logPages
        return .forceRestart
    }
}
