public import Foundation
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// A courier that talks to a simulated APNs over its control API, long-polling for pushes.
public final class ControlCourier: PushCourier {
    private let base: URL
    private let session: URLSession
    /// Seconds that one question for pushes may stay open.
    private let patience: Int
    /// The device's id at the simulated APNs.
    public let deviceID: String

    private init(base: URL, session: URLSession, patience: Int, deviceID: String) {
        self.base = base
        self.session = session
        self.patience = patience
        self.deviceID = deviceID
    }

    /// Makes a new device known to a simulated APNs.
    ///
    /// - Parameters:
    ///   - controlURL: Where the control API is, such as `http://127.0.0.1:4011`.
    ///   - name: A name for the device, for people.
    ///   - patience: Seconds that one question for pushes may stay open, 1 to 50.
    /// - Returns: The courier of the new device.
    /// - Throws: `CourierError` when the control API cannot be reached.
    public static func join(controlURL: URL, name: String, patience: Int = 25) async throws -> ControlCourier {
        guard let scheme = controlURL.scheme, ["http", "https"].contains(scheme), controlURL.host != nil else {
            throw CourierError(.invalidURL, controlURL.absoluteString)
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = TimeInterval(patience + 15)
        let session = URLSession(configuration: configuration)
        let anonymous = ControlCourier(base: controlURL, session: session, patience: patience, deviceID: "")
        struct Joining: Encodable {
            var name: String
            /// No limit: the phone itself knows which app is in front, and so what to hold.
            var backgroundPushesPerHour = 0
        }
        struct Answer: Decodable { var id: String }
        let answer: Answer = try await anonymous.ask("POST", "v1/devices", body: Joining(name: name))
        return ControlCourier(base: controlURL, session: session, patience: patience, deviceID: answer.id)
    }

    /// Registers an app and answers its token.
    public func register(bundleID: String, environment: PushEnvironment) async throws -> String {
        struct Answer: Decodable { var token: String }
        let answer: Answer = try await ask(
            "POST", "v1/devices/\(deviceID)/tokens",
            body: ["bundleId": bundleID, "environment": environment.rawValue])
        return answer.token
    }

    /// Registers an app for pushes of calls and answers that token.
    public func registerForCalls(bundleID: String, environment: PushEnvironment) async throws -> String {
        struct Answer: Decodable { var token: String }
        let answer: Answer = try await ask(
            "POST", "v1/devices/\(deviceID)/tokens",
            body: ["bundleId": bundleID, "environment": environment.rawValue, "kind": "voip"])
        return answer.token
    }

    /// Tells that the app is gone.
    public func unregister(token: String) async throws {
        let _: Anything = try await ask("DELETE", "v1/devices/\(deviceID)/tokens/\(token)")
    }

    /// Puts the device on or off the network.
    public func setOnline(_ isOnline: Bool) async throws {
        let _: Anything = try await ask("PATCH", "v1/devices/\(deviceID)", body: ["online": isOnline])
    }

    /// Waits for pushes.
    public func pushes(after sequence: Int) async throws -> [IncomingPush] {
        struct Answer: Decodable { var pushes: [IncomingPush] }
        let answer: Answer = try await ask(
            "GET", "v1/devices/\(deviceID)/pushes", query: "after=\(sequence)&wait=\(patience)")
        return answer.pushes
    }

    /// The answer of a route whose body does not matter.
    private struct Anything: Decodable {
        init() {}
        init(from decoder: any Decoder) {}
    }

    private func ask<Answer: Decodable>(
        _ method: String, _ path: String, query: String? = nil, body: (any Encodable & Sendable)? = nil
    ) async throws -> Answer {
        guard var components = URLComponents(url: base.appendingPathComponent(path), resolvingAgainstBaseURL: false)
        else { throw CourierError(.invalidURL, base.absoluteString) }
        components.query = query
        guard let url = components.url else { throw CourierError(.invalidURL, base.absoluteString) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let body {
            request.httpBody = try JSONEncoder().encode(body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await session.data(for: request)
        } catch {
            try Task.checkCancellation()
            throw CourierError(.unreachable, (error as? URLError).map { "\($0.code)" } ?? "\(error)")
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            throw CourierError(.refused, "\(method) /\(path) was answered \(status)")
        }
        if data.isEmpty, let nothing = Anything() as? Answer { return nothing }
        do {
            return try JSONDecoder().decode(Answer.self, from: data)
        } catch {
            throw CourierError(.refused, "\(method) /\(path) was answered something unexpected")
        }
    }
}
