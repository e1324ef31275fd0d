package import Dispatch
internal import Foundation

/// Whether code runs where UIKit wants it: on the main thread, or what stands in for it.
package enum MainThread {
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// Whether a queue is the main one; on Linux that is another object each time one asks for it.
    package static func isServed(by queue: DispatchQueue) -> Bool { queue.getSpecific(key: mark) == true }

    /// True on the main actor too where some other thread serves it, as in a test or once `dispatchMain` was called.
    package static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }
}
