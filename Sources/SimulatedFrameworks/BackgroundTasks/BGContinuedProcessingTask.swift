internal import Locking
internal import ProcessLocal

/// A task that the person starts in front of the app and that goes on when it is left.
///
/// Of iOS 26. The declarations follow Apple's documentation; how the simulated device runs such tasks is not verified on a device.
open class BGContinuedProcessingTask: BGTask, ProgressReporting {
    /// How far it is; the system may end a task that makes no progress, which the simulated device does not.
    public let progress = Progress(totalUnitCount: 0)
    private let words: Locked<(title: String, subtitle: String)>

    init(_ request: WireTask, process: SimulatedProcess) {
        words = Locked((request.title, request.subtitle))
        super.init(identifier: request.identifier, process: process)
    }

    override var fraction: Double? { progress.fractionCompleted }

    /// The title that the person sees.
    open var title: String { words.withLock { $0.title } }
    /// The line under it.
    open var subtitle: String { words.withLock { $0.subtitle } }

    /// Changes what the person sees.
    open func updateTitle(_ title: String, subtitle: String) {
        words.withLock { $0 = (title, subtitle) }
        _ = process.callNow(
            .describeTask(identifier, title: title, subtitle: subtitle, progress: progress.fractionCompleted))
    }
}

/// A task that begins at once, in front of the app, and goes on when it is left.
///
/// Of iOS 26. The name begins with the app's own; the property list permits it, or all of a kind by an asterisk at its end. The
/// earliest date is ignored.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
    /// What becomes of a request that cannot begin at once.
    public enum SubmissionStrategy: Int, Sendable {
        /// It is refused.
        case fail = 0
        /// It waits.
        case queue = 1
    }

    /// What a task needs beside processor and network.
    public struct Resources: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int
        /// Makes a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The graphics processor, in the background.
        public static let gpu = Resources(rawValue: 1)
    }

    /// The title that the person sees.
    open var title: String
    /// The line under it.
    open var subtitle: String
    /// What becomes of it if it cannot begin at once; waits by default.
    open var strategy = SubmissionStrategy.queue
    /// What it needs; the simulated device looks at it no further.
    open var requiredResources: Resources = []

    /// Names the task and says what the person reads about it.
    public init(identifier: String, title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
        super.init(identifier: identifier)
    }

    override var wire: WireTask {
        var task = WireTask(identifier: identifier, kind: .continued, earliestBeginDate: nil)
        task.title = title
        task.subtitle = subtitle
        task.mustBeginAtOnce = strategy == .fail
        return task
    }
}

extension BGTaskScheduler {
    /// What tasks may need on this device: nothing special on a simulated one.
    public class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }
}
