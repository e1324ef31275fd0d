internal import Dispatch
internal import Foundation

/// Whether code runs where UIKit wants it: on the main thread, or what stands in for it.
package enum MainThread {
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// True on the main actor too where some other thread serves it, as in a test or once `dispatchMain` was called.
    package static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }
}
