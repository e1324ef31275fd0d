import Foundation
import Locking
import ProcessLocal
import TidingsCore
import Timekeeping
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// How the way to the server is.
enum Weather: String, Sendable, CaseIterable {
    /// Requests and answers arrive.
    case fine
    /// They take seconds.
    case slow
    /// Some requests get lost, and some answers.
    case lossy
    /// The server answers some requests with 503 or 429.
    case failing
}

/// The way from the phone's processes to the server: it breaks off with the network and with the process.
final class Way: Sendable {
    private let server: SoakServer
    private let time: VirtualTime
    private let state: Locked<(weather: Weather, random: SeededGenerator)>

    init(to server: SoakServer, time: VirtualTime, seed: UInt64) {
        self.server = server
        self.time = time
        state = Locked((.fine, SeededGenerator(seed: seed ^ 0x5EED)))
    }

    /// The key of the app.
    var publishableKey: String { server.publishableKey }

    func change(to weather: Weather) { state.withLock { $0.weather = weather } }

    /// What becomes of a request.
    private enum Fate {
        case arrives, isLost, answerIsLost
        case refused(Int)
    }

    private func nextFate() -> (fate: Fate, delay: Duration) {
        state.withLock { state in
            let roll = Int.random(in: 0..<100, using: &state.random)
            return switch state.weather {
            case .fine: (.arrives, .zero)
            case .slow: (.arrives, .milliseconds(roll * 90))
            case .lossy: (roll < 30 ? .isLost : roll < 60 ? .answerIsLost : .arrives, .milliseconds(roll))
            case .failing: (roll < 20 ? .refused(503) : roll < 30 ? .refused(429) : .arrives, .zero)
            }
        }
    }

    /// The transport of app and extension.
    var transport: HTTPTransport {
        HTTPTransport(
            send: { [self] in try await send($0) },
            download: { [self] url, folder, rule, timeout in
                let network = SimulatedProcess.current.network
                guard network.isOnline else { throw URLError(.notConnectedToInternet) }
                if state.withLock({ $0.weather == .slow }) { try await ProcessWork.time.sleep(for: .seconds(12)) }
                return try Self.download(into: folder, rule)
            }, stream: { [self] in stream($0) })
    }

    static let pictureAddress = "https://files.example/kite.png"
    private static let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 60)

    /// The only file that there is.
    private static func download(into folder: URL, _ rule: MediaRule) throws -> DownloadedFile {
        var intake = MediaIntake(rule)
        try intake.take(picture)
        let kind = try intake.finish()
        let file = folder.appendingPathComponent(UUID().uuidString)
        try picture.write(to: file)
        return DownloadedFile(file: file, kind: kind)
    }

    private func send(_ call: HTTPCall) async throws -> HTTPReply {
        let (fate, delay) = nextFate()
        if delay > .zero { try await ProcessWork.time.sleep(for: delay) }
        let (server, time) = (server, time)
        let (data, response) = try await SimulatedProcess.current.network.data(for: URLRequest(url: call.url)) { _ in
            let hold = time.hold("exchange")
            defer { hold.release() }
            let reply: HTTPReply
            switch fate {
            case .isLost: throw URLError(.timedOut)
            case .refused(let status): reply = HTTPReply(status: status)
            case .arrives: reply = try await server.answer(call)
            case .answerIsLost:
                _ = try await server.answer(call)
                throw URLError(.networkConnectionLost)
            }
            guard
                let response = HTTPURLResponse(
                    url: call.url, statusCode: reply.status, httpVersion: "HTTP/1.1", headerFields: reply.headers)
            else { throw URLError(.badServerResponse) }
            return (reply.body, response)
        }
        return HTTPReply(status: response.statusCode, body: data)
    }

    /// A live connection, which ends with the network and with the process.
    private func stream(_ call: HTTPCall) -> AsyncThrowingStream<Data, any Error> {
        let (pieces, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let (server, network) = (server, SimulatedProcess.current.network)
        let work = Task {
            do {
                _ = try await network.data(for: URLRequest(url: call.url)) { _ in
                    try await server.stream(call) { continuation.yield($0) }
                    throw URLError(.networkConnectionLost)
                }
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in work.cancel() }
        return pieces
    }
}
