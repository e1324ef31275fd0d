import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import WebServer

@Suite("The sample extension as a process of its own", .serialized, .timeLimit(.minutes(2)))
struct ChildExtensionTests {
    private static func executable(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name)
    }

    /// Pictures of a size that the path names in bytes.
    private static func startPictures() async throws -> (server: WebServer, port: Int) {
        var router = Router()
        router.on("GET", "/{size}") { request in
            let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let size = request.pathParameters["size"].flatMap { Int($0) } ?? 0
            return HTTPResponse(
                status: 200, headers: [("Content-Type", "image/png")],
                body: .bytes(start + [UInt8](repeating: 0, count: max(0, size - start.count))))
        }
        var configuration = WebServer.Configuration()
        configuration.host = "127.0.0.1"
        configuration.port = 0
        configuration.loopCount = 1
        let server = WebServer(configuration, router: router)
        return (server, try await server.start())
    }

    private func makePhone(picturePort: Int = 0) async throws -> (Phone, DirectCourier) {
        let courier = DirectCourier()
        let app = AppDefinition(
            bundleID: bundleID, program: .executable(Self.executable("SampleApp")),
            serviceExtension: .executable(Self.executable("SampleServiceExtension")),
            appGroups: ["group.\(bundleID)"],
            settings: [
                "TIDINGS_SIMULATED_HOSTS": "pictures.example=127.0.0.1:\(picturePort)",
                // Nobody listens there: the app leaves a session, and receipts stay in the journal.
                "TIDINGS_URL": "http://127.0.0.1:9", "TIDINGS_PUBLISHABLE_KEY": "td_pk_test",
                "TIDINGS_SAMPLE_USER": "ada",
            ])
        let phone = try Phone(app: app, courier: courier)
        phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
        try await phone.launch()
        _ = try await phone.timeline.first(.registered)
        try await phone.kill()
        return (phone, courier)
    }

    private static func extensionProcesses(_ phone: Phone) -> Int {
        Set(phone.timeline.all(.extensionAnswered).compactMap(\.process)).count
    }

    @Test("Fifty pushes in one process stay under the memory limit and hold no lock", .rows("CS-N4", "CS-N13"))
    func fifty() async throws {
        let (phone, courier) = try await makePhone()
        for number in 1...50 {
            let mark = phone.timeline.mark
            let content = MessageContent(title: "Push \(number)", body: "text")
            courier.send(
                try TestPush.clear(id: "msg_\(number)", content), to: bundleID, collapseID: "msg_\(number)")
            #expect(try await phone.timeline.first(.shown, after: mark)["title"] == "Push \(number)")
        }
        #expect(phone.timeline.all(.extensionAnswered).count == 50)
        #expect(phone.timeline.all(.extensionFailed).isEmpty)
        // Fifty times it stood still while it had the journal and the network in hand: a held lock would have ended it.
        #expect(Self.extensionProcesses(phone) == 1)
        #expect(phone.timeline.all(.ended).allSatisfy { $0["reason"] != "0xdead10cc" })
        #expect(phone.timeline.entries.allSatisfy { $0["message"]?.contains("receipt is lost") != true })
        await phone.stop()
    }

    /// Sends pushes one after the other and gives the most memory that the extension has added so far, in bytes.
    private func memory(
        _ phone: Phone, _ courier: DirectCourier, _ content: MessageContent, count: Int
    ) async throws -> Int {
        for _ in 1...count {
            let mark = phone.timeline.mark
            courier.send(try TestPush.clear(id: "msg_\(mark)", content), to: bundleID, collapseID: "msg_\(mark)")
            #expect(try await phone.timeline.first(.shown, after: mark)["title"] == content.title)
        }
        let answer = try #require(phone.timeline.all(.extensionAnswered).last)
        return try #require(answer["memoryKB"].flatMap { Int($0) }) * 1024
    }

    @Test(
        "A picture goes to disk without going through memory; one that is too large is left out", .rows("CS-N4", "P14"),
        arguments: [(9_900_000, 1), (10_100_000, 0), (30_000_000, 0)])
    func pictures(size: Int, attachments: Int) async throws {
        let (server, port) = try await Self.startPictures()
        let (phone, courier) = try await makePhone(picturePort: port)
        // A tiny one first: what the network and its libraries take, they take once.
        var tiny = MessageContent(title: "Kite", body: "has left")
        tiny.imageURL = "https://pictures.example/1000"
        let before = try await memory(phone, courier, tiny, count: 2)
        var content = MessageContent(title: "Kite", body: "has left")
        content.imageURL = "https://pictures.example/\(size)"
        let after = try await memory(phone, courier, content, count: 5)
        #expect(phone.timeline.all(.extensionFailed).isEmpty)
        #expect(phone.screen.notifications.prefix(5).allSatisfy { $0.attachments.count == attachments })
        #expect(after - before < 3_000_000, "a file of \(size) bytes cost \(after - before) bytes of memory")
        #expect(Self.extensionProcesses(phone) == 1)
        await phone.stop()
        await server.stop(drain: .zero)
    }
}
