import APNsSimulator
import Foundation
import PushModel
import Storage
import TestSupport
import Testing

/// One message to a whole fleet while something is killed again and again, and a look at every screen afterwards.
struct FanOutRun {
    /// How large a run is; the environment makes it larger, as `make soak` does.
    struct Size {
        let devices = setting("TIDINGS_FANOUT_DEVICES", 200)
        let kills = setting("TIDINGS_FANOUT_KILLS", 1)
        let phones = setting("TIDINGS_FANOUT_PHONES", 0)
        let seed = UInt64(setting("TIDINGS_FANOUT_SEED", Int.random(in: 1...1_000_000)))

        private static func setting(_ name: String, _ usual: Int) -> Int {
            ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
        }
    }

    let stage: FanOutStage
    let name: String
    let size = Size()
    static let title = "To everybody"

    /// Sends the message, kills as told at random points of its way, waits for its end and checks it.
    ///
    /// - Parameters:
    ///   - nodes: How many servers there are.
    ///   - kill: Kills something; the number is random.
    /// - Throws: What keeps it from being played or checked to the end.
    func play(nodes: Int, kill: (_ random: Int) async throws -> Void) async throws {
        for _ in 0..<nodes { _ = try await stage.start() }
        let port = await stage.port()
        let phones = try await FullPhones(
            size.phones, control: stage.endpoints.controlURL, server: "http://127.0.0.1:\(port)",
            key: stage.keys.publishable)
        try await waitForDevices(size.devices + size.phones, port)
        try await phones.killApps()
        _ = try await stage.call("POST", "/v1/topics", ["slug": "news", "name": "News"], port: port)
        let accepted = try await stage.call(
            "POST", "/v1/messages", ["topic": "news", "title": .string(Self.title), "body": "x"], port: port,
            idempotencyKey: "fan-out")
        let id = try #require(accepted["id"]?.string)
        var generator = SeededGenerator(seed: size.seed)
        let total = size.devices + size.phones
        // The first before anything has gone out, the last shortly before the end.
        let points = [0] + (1..<max(1, size.kills)).map { _ in Int.random(in: 0..<total * 19 / 20, using: &generator) }
        for point in points.sorted() {
            try await waitForPushes(point)
            try await kill(Int.random(in: 0..<1_000, using: &generator))
        }
        let message = try await completion(of: id, port)
        #expect(message["counts"]?["total"]?.int == total && message["counts"]?["sent"]?.int == total)
        try await checkPhones(phones, id, port)
        await stage.stopServers()
        let repeats = try await checkScreens(of: id)
        await phones.stop()
        print(
            """
            \(name): seed \(size.seed), \(size.devices) devices, \(size.phones) full phones, \(size.kills) kills, \
            \(repeats.ambiguous) ambiguous attempts, \(repeats.shownAgain) repeats on screens, none lost
            """)
    }

    private func waitForDevices(_ count: Int, _ port: Int) async throws {
        guard size.phones > 0 else { return }
        for index in 0..<size.phones {
            while try await stage.call("GET", "/v1/devices?externalId=phone-\(index)", port: port)["items"]?.array?
                .contains(where: { $0["token"]?["status"] == "active" }) != true
            { try Task.checkCancellation() }
        }
    }

    /// Waits until APNs has seen so many requests of different devices, roughly: repeats are not taken off.
    private func waitForPushes(_ count: Int) async throws {
        let counted = stage.apns.requestCount
        guard counted < count else { return }
        try await stage.apns.wait { $0.requestCount >= count }
    }

    private func completion(of id: String, _ port: Int) async throws -> JSONValue {
        while true {
            let message = try await stage.call("GET", "/v1/messages/\(id)", port: port)
            if message["status"] == "completed" { return message }
            try Task.checkCancellation()
            poll(nil, 0, 50)
        }
    }

    private func checkPhones(_ phones: FullPhones, _ id: String, _ port: Int) async throws {
        guard phones.count > 0 else { return }
        while phones.titles.contains(where: \.isEmpty) {
            try Task.checkCancellation()
            poll(nil, 0, 50)
        }
        try await phones.openApps()
        while try await stage.call("GET", "/v1/messages/\(id)", port: port)["receipts"]?["delivered"]?.int
            != phones.count
        {
            try Task.checkCancellation()
            poll(nil, 0, 50)
        }
        for titles in phones.titles { #expect(titles == [Self.title]) }
    }

    /// Sets screens beside deliveries, device by device.
    private func checkScreens(of id: String) async throws -> (ambiguous: Int, shownAgain: Int) {
        struct Row: Sendable {
            let device: Int64
            let outcome: String?
            let ambiguous: Int
            let attempts: Int
        }
        let rows = try await stage.look { connection in
            try connection.rows("select device_id, outcome, ambiguous, attempts from deliveries order by device_id") {
                Row(device: try $0[0], outcome: try $0[1], ambiguous: try $0[2], attempts: try $0[3])
            }
        }
        let total = size.devices + size.phones
        #expect(rows.count == total && Set(rows.map(\.device)).count == total)
        #expect(rows.allSatisfy { $0.outcome == "sent" })
        // Each attempt but the last had no answer, or was certainly never processed.
        #expect(rows.allSatisfy { $0.ambiguous < $0.attempts })
        let unanswered: Int? = try await stage.look {
            try $0.first("select count(*) from attempts where result = 'ambiguous'") { try $0[0] }
        }
        let ambiguous = rows.reduce(0) { $0 + $1.ambiguous }
        #expect(unanswered == ambiguous)
        var shownAgain = 0
        for (device, row) in zip(stage.fleet.devices, rows) {
            let screen = try stage.apns.screen(of: device)
            try #require(screen.count == 1 && screen[0].identifier == id, "device \(device)")
            // Whatever came again was counted as ambiguous.
            #expect(screen[0].shown >= 1 && screen[0].shown - 1 <= row.ambiguous, "device \(device)")
            shownAgain += screen[0].shown - 1
        }
        return (ambiguous, shownAgain)
    }
}
