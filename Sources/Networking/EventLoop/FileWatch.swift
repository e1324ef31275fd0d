import CEvent

/// Tells when a file descriptor can be read or written without blocking.
///
/// Make it, use it and drop it on its loop. It does not own the descriptor: close that after `stop()`.
package final class FileWatch {
    /// What a descriptor is ready for.
    package struct Readiness: OptionSet, Sendable {
        /// The bits.
        package let rawValue: UInt8
        /// Creates a set from its bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Bytes, an end of file or an error can be read.
        package static let read = Readiness(rawValue: 1)
        /// Bytes can be written.
        package static let write = Readiness(rawValue: 2)
    }

    private let loop: EventLoop
    private var readEvent: OwnedEvent?
    private var writeEvent: OwnedEvent?
    private var handler: ((Readiness) -> Void)?
    private var active: Readiness = []

    /// Prepares to watch; nothing is reported before `wants` is set.
    package init(
        loop: EventLoop, fileDescriptor: Int32, handler: @escaping (Readiness) -> Void
    ) throws(EventLoopError) {
        self.loop = loop
        self.handler = handler
        let context = Unmanaged.passUnretained(self).toOpaque()
        readEvent = try OwnedEvent(
            base: loop.eventBase, fileDescriptor: fileDescriptor, kinds: EV_READ | EV_PERSIST, context: context,
            callback: Self.report)
        writeEvent = try OwnedEvent(
            base: loop.eventBase, fileDescriptor: fileDescriptor, kinds: EV_WRITE | EV_PERSIST, context: context,
            callback: Self.report)
    }

    /// What is reported now, as long as it holds (level-triggered).
    package var wants: Readiness { active }

    /// Changes what is reported.
    package func watch(_ wanted: Readiness) throws(EventLoopError) {
        guard wanted != active else { return }
        let changed = wanted.symmetricDifference(active)
        active = wanted
        if changed.contains(.read) {
            if wanted.contains(.read) { try readEvent?.add() } else { readEvent?.remove() }
        }
        if changed.contains(.write) {
            if wanted.contains(.write) { try writeEvent?.add() } else { writeEvent?.remove() }
        }
    }

    /// Reports nothing any more and lets go of the handler.
    package func stop() {
        readEvent = nil
        writeEvent = nil
        handler = nil
        active = []
    }

    private static let report: OwnedEvent.Callback = { _, kinds, context in
        guard let context else { return }
        let watch = Unmanaged<FileWatch>.fromOpaque(context).takeUnretainedValue()
        var readiness: Readiness = []
        if Int32(kinds) & EV_READ != 0 { readiness.insert(.read) }
        if Int32(kinds) & EV_WRITE != 0 { readiness.insert(.write) }
        watch.handler?(readiness)
    }
}
