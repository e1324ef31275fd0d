internal import Foundation

/// A child's connection to its device.
final class ChildLink: DeviceLink {
    private let connection: SocketConnection
    private let replies = PendingReplies<DeviceReply>(whenGone: .gone)

    /// Connects, introduces the process, and goes on reading on a thread of its own.
    static func open(path: String) throws -> SimulatedProcess {
        let connection = try SocketConnection(path: path)
        connection.send(.hello(pid: getpid()))
        guard case .welcome(let welcome)? = connection.receive() else {
            throw SocketError("greeting", code: ECONNABORTED)
        }
        let link = ChildLink(connection)
        let process = SimulatedProcess(
            identity: welcome.identity,
            containers: ProcessContainers(home: welcome.home, groups: welcome.groups),
            environment: ProcessInfo.processInfo.environment, isOnline: welcome.isOnline, link: link)
        let reader = Thread { link.read(for: process) }
        reader.name = "simulated device"
        reader.start()
        return process
    }

    private init(_ connection: SocketConnection) { self.connection = connection }

    func call(_ call: DeviceCall) async -> DeviceReply {
        await replies.ask { connection.send(.deviceCall(id: $0, call)) }
    }

    func callNow(_ call: DeviceCall) -> DeviceReply {
        replies.askNow { connection.send(.deviceCall(id: $0, call)) }
    }

    private func read(for process: SimulatedProcess) {
        while let message = connection.receive() {
            switch message {
            case .deviceReply(let id, let reply):
                replies.answer(id, reply)
            case .processCall(let id, .network(let isOnline)):
                // Taken here, in the order of arrival, so that what comes next already sees it.
                process.network.setOnline(isOnline)
                connection.send(.processReply(id: id, .done))
            case .processCall(let id, let call):
                process.task { [connection] in
                    let reply = await process.handle(call)
                    connection.send(.processReply(id: id, reply))
                }
            case .hello, .welcome, .deviceCall, .processReply:
                break
            }
        }
        // The device is gone, and a phone's apps go with it.
        exit(0)
    }
}
