import Foundation

/// The control API of a simulated APNs, over one connection with many requests under way at once.
///
/// Foundation's client would take minutes to register the tokens of a measurement.
final class SimulatorControl {
    private let descriptor: Int32
    private var unread: [UInt8] = []

    /// Connects.
    ///
    /// - Throws: `CommandError` when nobody listens.
    init(port: Int) throws {
        guard let descriptor = Loopback.connect(to: port) else { throw Self.failure("does not listen") }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Registers the tokens 0 to `count` - 1, spread over devices that are offline: APNs keeps one push for each of these.
    ///
    /// - Throws: `CommandError` when the simulator refuses.
    func registerTokens(
        _ count: Int, deviceCount: Int = 100, token: (Int) -> String = BenchPushes.token
    ) throws {
        struct Device: Decodable { var id: String }
        let devices = try call(Array(repeating: ("POST", "/v1/devices", "{}"), count: deviceCount))
            .map { try JSONDecoder().decode(Device.self, from: $0).id }
        _ = try call(devices.map { ("PATCH", "/v1/devices/\($0)", #"{"online":false}"#) })
        for start in stride(from: 0, to: count, by: 200) {
            _ = try call(
                (start..<min(start + 200, count)).map { number in
                    let body =
                        #"{"bundleId":"\#(BenchPushes.bundleID)","environment":"production","#
                        + #""token":"\#(token(number))"}"#
                    return ("POST", "/v1/devices/\(devices[number % deviceCount])/tokens", body)
                })
        }
    }

    /// Makes a device that is online, with one token.
    ///
    /// - Returns: The device's id.
    /// - Throws: `CommandError` when the simulator refuses.
    func registerDevice(token: String) throws -> String {
        struct Device: Decodable { var id: String }
        let made = try call([("POST", "/v1/devices", "{}")])
        let id = try JSONDecoder().decode(Device.self, from: made.first ?? Data()).id
        let body = #"{"bundleId":"\#(BenchPushes.bundleID)","environment":"production","token":"\#(token)"}"#
        _ = try call([("POST", "/v1/devices/\(id)/tokens", body)])
        return id
    }

    /// Asks for the pushes of a device behind a number, and to be answered when there is one; `pushes` takes the answer.
    ///
    /// - Throws: `CommandError` when the simulator is gone.
    func askForPushes(device: String, after: Int) throws {
        try send([("GET", "/v1/devices/\(device)/pushes?wait=10&after=\(after)", "")])
    }

    /// Waits for the answer to `askForPushes`.
    ///
    /// - Returns: How many pushes it has and the number of the last one.
    /// - Throws: `CommandError` when the simulator refuses.
    func pushes() throws -> (count: Int, last: Int) {
        struct Push: Decodable {}
        struct Answer: Decodable {
            var pushes: [Push]
            var next: Int
        }
        let answer = try JSONDecoder().decode(Answer.self, from: try answer())
        return (answer.pushes.count, answer.next)
    }

    /// Says GOAWAY on all connections.
    ///
    /// - Throws: `CommandError` when the simulator refuses.
    func sayGoAway() throws { _ = try call([("POST", "/v1/connections", #"{"action":"goAway"}"#)]) }

    /// How many pushes the simulator has accepted since it started, whatever it then did with each.
    ///
    /// - Throws: `CommandError` when the simulator refuses.
    func acceptedCount() throws -> Int {
        struct Answer: Decodable {
            struct Metric: Decodable {
                var event: String
                var cause: String
                var count: Int
            }
            var metrics: [Metric]
        }
        guard let body = try call([("GET", "/v1/metrics", "")]).first else { return 0 }
        // The devices are offline: each push is stored when it comes, and counted again when it is replaced.
        return try JSONDecoder().decode(Answer.self, from: body).metrics.filter { $0.event == "stored" }
            .reduce(0) { $0 + $1.count }
    }

    /// Makes requests and waits for their answers, in order.
    private func call(_ requests: [(method: String, path: String, body: String)]) throws -> [Data] {
        try send(requests)
        return try requests.map { _ in try answer() }
    }

    private func send(_ requests: [(method: String, path: String, body: String)]) throws {
        let text = requests.map { request in
            "\(request.method) \(request.path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(request.body.utf8.count)\r\n\r\n\(request.body)"
        }.joined()
        guard Array(text.utf8).withUnsafeBytes({ Loopback.write($0, to: descriptor) }) else {
            throw Self.failure("hung up")
        }
    }

    private func answer() throws -> Data {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let blank = unread.firstRange(of: end) {
                let head = String(decoding: unread[..<blank.lowerBound], as: UTF8.self).lowercased()
                let length =
                    head.firstMatch(of: /content-length: *([0-9]+)/).flatMap { Int($0.1) } ?? 0
                if unread.count >= blank.upperBound + length {
                    let body = Data(unread[blank.upperBound..<blank.upperBound + length])
                    unread.removeFirst(blank.upperBound + length)
                    guard head.hasPrefix("http/1.1 2") else {
                        throw Self.failure("answered \(head.prefix(12).suffix(3))")
                    }
                    return body
                }
            }
            try readMore()
        }
    }

    private func readMore() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw Self.failure("hung up") }
        unread += buffer[..<count]
    }

    private static func failure(_ what: String) -> CommandError {
        CommandError(.failed, "The control API of the simulated APNs \(what).", exitCode: .failure)
    }
}
