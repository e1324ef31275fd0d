package import Foundation

/// What travels between a device and a child process, one JSON text after a four-byte length.
package enum SocketMessage: Codable, Sendable {
    /// The child's first word.
    case hello(pid: Int32)
    /// The device's answer.
    case welcome(SocketWelcome)
    case deviceCall(id: UInt64, DeviceCall)
    case deviceReply(id: UInt64, DeviceReply)
    case processCall(id: UInt64, ProcessCall)
    case processReply(id: UInt64, ProcessReply)
}

/// Everything a child needs to know of itself.
package struct SocketWelcome: Codable, Sendable {
    package var identity: ProcessIdentity
    package var home: URL
    package var groups: [String: URL]
    package var isOnline: Bool

    package init(identity: ProcessIdentity, home: URL, groups: [String: URL], isOnline: Bool) {
        self.identity = identity
        self.home = home
        self.groups = groups
        self.isOnline = isOnline
    }
}

/// Why a socket to or from a device failed.
package struct SocketError: Error, CustomStringConvertible {
    package let step: String
    package let code: Int32

    init(_ step: String, code: Int32 = errno) {
        self.step = step
        self.code = code
    }

    package var description: String { "\(step): \(String(cString: strerror(code)))" }
}
