import ProcessLocal
import UserNotifications

/// A pipe that SIGCONT writes to: a handler of signals may do little else.
private let wakeUps: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    return (ends[0], ends[1])
}()

/// A service extension for tests of the child-process host: the payload says what it does.
final class FixtureService: UNNotificationServiceExtension {
    // The system calls the two methods on different threads; a lock keeps what they share.
    private let lock = NSLock()
    private var waiting: (content: UNNotificationContent, handler: (UNNotificationContent) -> Void)?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        content.title += " (seen)"
        switch content.userInfo["do"] as? String {
        case "hang": SimulatedProcess.current.log("received")
        case "late":
            lock.withLock { waiting = (content, contentHandler) }
            SimulatedProcess.current.log("received")
        case "exit": exit(4)
        case "memory":
            let bytes = [UInt8](repeating: 1, count: 64 << 20)
            content.title += " \(bytes[Int.random(in: 0..<bytes.count)])"
            contentHandler(content)
        case "empty": contentHandler(UNNotificationContent())
        case "twice":
            contentHandler(content)
            contentHandler(UNNotificationContent())
        case "afterwards":
            let process = SimulatedProcess.current
            _ = wakeUps.reading
            signal(SIGCONT) { _ in
                var byte: UInt8 = 0
                _ = write(wakeUps.writing, &byte, 1)
            }
            contentHandler(content)
            Thread.detachNewThread {
                // From here on the process stands still, until the next push wakes it up.
                var byte: UInt8 = 0
                _ = read(wakeUps.reading, &byte, 1)
                process.log("afterwards")
            }
        case "lock":
            SimulatedProcess.current.log("lock", ["is": "\(lockSharedFile())"])
            contentHandler(content)
        case "attach": attach(content, contentHandler)
        default: contentHandler(content)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        SimulatedProcess.current.log("expiring")
        guard let waiting = lock.withLock({ waiting }) else { return }
        waiting.handler(waiting.content)
    }

    /// Locks a file of the shared container and keeps the lock.
    private func lockSharedFile() -> Bool {
        guard let folder = SimulatedProcess.current.containers.group("group.dev.tidings") else { return false }
        let descriptor = open(folder.appendingPathComponent("journal").path, O_CREAT | O_RDWR, 0o600)
        return descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    private func attach(
        _ content: UNMutableNotificationContent, _ handler: (UNNotificationContent) -> Void
    ) {
        let file = SimulatedProcess.current.containers.home.appendingPathComponent("tmp/kite.png")
        try? Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]).write(to: file)
        if let attachment = try? UNNotificationAttachment(identifier: "", url: file) {
            content.attachments = [attachment]
        }
        handler(content)
    }
}
