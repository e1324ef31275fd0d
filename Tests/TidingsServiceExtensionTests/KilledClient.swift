import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import TidingsCore
import Timekeeping
import WebServer

/// A phone whose sample app and extension are processes of their own and talk to a server over HTTP.
struct KilledClient {
    let phone: Phone
    let courier = DirectCourier()
    let server = FakeServer(time: SystemTime())
    let killSwitch: KillSwitch
    private let web: WebServer
    private let folder: TestFolder

    /// Registers the app, which is dead afterwards.
    init(paths: String) async throws {
        folder = try TestFolder()
        killSwitch = try await KillSwitch(in: folder.url, paths: paths)
        web = WebServer(Self.configuration, router: Self.router(server))
        let port = try await web.start()
        let settings = [
            "TIDINGS_URL": "http://127.0.0.1:\(port)", "TIDINGS_PUBLISHABLE_KEY": "td_pk_1",
            "TIDINGS_SAMPLE_USER": "ada",
        ]
        let app = AppDefinition(
            bundleID: bundleID, program: .executable(Self.executable("SampleApp")),
            serviceExtension: .executable(Self.executable("SampleServiceExtension")),
            appGroups: ["group.\(bundleID)"], settings: settings.merging(killSwitch.settings) { first, _ in first })
        phone = try Phone(app: app, courier: courier)
        try await phone.launch()
        try await server.wait { server in server.devices.contains { $0.registration["token"] != nil } }
        _ = try await phone.command("history")
        try await phone.kill()
    }

    private static var configuration: WebServer.Configuration {
        var configuration = WebServer.Configuration()
        configuration.host = "127.0.0.1"
        configuration.port = 0
        configuration.loopCount = 1
        return configuration
    }

    private static func executable(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name)
    }

    private static func router(_ server: FakeServer) -> Router {
        var router = Router()
        for (method, path) in [
            ("PUT", "/v1/client/device"), ("DELETE", "/v1/client/device"), ("POST", "/v1/client/events"),
            ("GET", "/v1/client/messages"),
        ] {
            router.on(method, path) { request in
                var address = URLComponents()
                address.path = request.path
                address.queryItems = request.query.map { URLQueryItem(name: $0.name, value: $0.value) }
                let names = ["Tidings-Subscriber", "Tidings-Identity", "Tidings-Device"]
                let reply = try await server.transport.send(
                    HTTPCall(
                        method: method, url: address.url ?? URL(fileURLWithPath: request.path),
                        headers: names.compactMap { name in request.headers[name].map { (name, $0) } },
                        body: Data(request.body), timeout: .seconds(5)))
                return .json(Array(reply.body), status: reply.status)
            }
        }
        return router
    }

    /// Sends a push and waits until it stands on the screen.
    func push(_ id: String) async throws {
        let mark = phone.timeline.mark
        courier.send(
            try TestPush.clear(id: id, to: "ada", MessageContent(title: "Kite", body: "has left")), to: bundleID,
            collapseID: id)
        _ = try await phone.timeline.first(.shown, after: mark)
    }

    /// The ids under which an event about a message was ever sent, accepted or not.
    func eventIDs(_ name: String, of message: String) -> Set<String> {
        let sent = server.calls.flatMap { $0.body["events"]?.array ?? [] }
        return Set(
            sent.filter { $0["name"]?.string == name && $0["data"]?["messageId"]?.string == message }
                .compactMap { $0["id"]?.string })
    }

    /// Stops everything.
    func stop() async {
        await phone.stop()
        await web.stop(drain: .zero)
    }
}
