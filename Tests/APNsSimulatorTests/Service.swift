import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import PushModel
import Testing

@testable import APNsSimulator

/// A started simulator with one app on one device, and a sender who is in order.
final class Service: Sendable {
    static let bundleID = "com.example.app"
    let simulator: APNsSimulator
    let endpoints: APNsSimulator.Endpoints
    let signer: Signer
    let device: String
    /// Token of the app in production.
    let token: String
    private let authorization: String

    init(_ change: (inout APNsSimulator.Configuration) -> Void = { _ in }) async throws {
        var configuration = APNsSimulator.Configuration()
        change(&configuration)
        simulator = APNsSimulator(configuration)
        endpoints = try await simulator.start()
        signer = Signer()
        try simulator.register(signer.key())
        device = simulator.addDevice()
        token = try simulator.registerToken(Self.bundleID, device: device)
        authorization = signer.authorization(issuedAt: simulator.core.milliseconds / 1000)
    }

    /// A request that passes every check.
    func request(_ change: (inout PushFields) -> Void = { _ in }) -> PushFields {
        var fields = PushFields(
            method: "POST", path: "/3/device/\(token)", headers: [], body: Array(#"{"aps":{"alert":"Hello"}}"#.utf8))
        fields.authorization = authorization
        fields.topic = Self.bundleID
        fields.pushType = "alert"
        change(&fields)
        return fields
    }

    func sender(_ environment: APNsSimulator.Environment = .production) async throws -> TestSender {
        try await TestSender(
            to: environment == .production ? endpoints.productionURL : endpoints.sandboxURL, caFile: endpoints.caFile)
    }

    func control(_ method: String, _ path: String, _ body: String? = nil) async throws -> (status: Int, json: JSONValue)
    {
        try await control(method, path, data: body.map { Data($0.utf8) })
    }

    func control(_ method: String, _ path: String, data: Data?) async throws -> (status: Int, json: JSONValue) {
        var request = URLRequest(url: try #require(URL(string: endpoints.controlURL + path)))
        request.httpMethod = method
        request.httpBody = data
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, try JSONValue(parsing: Array(data)))
    }
}
