import Foundation
import Locking
import PushModel
import SimulatedDevice
import Timekeeping

/// Everything the script of the demo works with: the server's API, five phones, and the messages sent so far.
final class DemoStage: Sendable {
    /// A subscriber with a phone in hand.
    struct Person: Sendable {
        /// The user id, also the name that is told.
        let id: String
        /// The phone.
        let phone: Phone
    }

    /// A message and the receipts that have to come for it.
    struct Expectation: Sendable {
        /// The step that sent it.
        let step: String
        /// The message.
        let messageID: String
        /// How many receipts of each kind.
        let receipts: [String: Int]

        /// The receipts in words.
        var text: String {
            receipts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        }

        /// Whether the message has exactly these.
        func isMet(by message: MessageStatus) -> Bool {
            receipts.allSatisfy { (message.receipts?[$0.key] ?? 0) == $0.value }
        }
    }

    /// Server and simulated APNs.
    let stack: DevelopmentStack
    /// The server's API, with the tenant's secret key.
    let api: APIClient
    /// Allows notifications; most of the script happens on her phone.
    let ada: Person
    /// Refuses notifications.
    let ben: Person
    /// Loses first her keys, then her app.
    let cleo: Person
    /// Has the app with scenes and another push SDK; nothing was asked of her yet.
    let dora: Person
    /// Has a second phone, where he allows notifications; it is first opened for the calls.
    let benElsewhere: Person
    /// Gets Dora's phone in the end.
    var emil: Person { Person(id: "emil", phone: dora.phone) }
    /// The server of the other push SDK in Dora's app.
    let foreign: ForeignProvider
    /// Where the picture is, as the phones reach it.
    let pictureURL: String
    /// The clock of the script.
    let time: any TimeSource
    private let pictures: PictureServer
    private let expected = Locked<[Expectation]>([])

    private init(
        stack: DevelopmentStack, api: APIClient, people: [Person],
        foreign: ForeignProvider, pictures: PictureServer, pictureURL: String, time: any TimeSource
    ) {
        self.stack = stack
        self.api = api
        (ada, ben, cleo, dora, benElsewhere) = (people[0], people[1], people[2], people[3], people[4])
        self.foreign = foreign
        self.pictures = pictures
        self.pictureURL = pictureURL
        self.time = time
    }

    /// Starts server, simulated APNs, picture server and phones; the apps do not run yet.
    static func start(
        programs: SamplePrograms, fault: String?, time: any TimeSource = SystemTime()
    ) async throws -> DemoStage {
        let stack = try await DevelopmentStack.start(bundleID: DevelopmentStack.sampleBundleID, time: time)
        do {
            let pictures = try await PictureServer.start()
            guard let server = URL(string: stack.access.url), let control = URL(string: stack.access.apnsControlURL)
            else {
                throw CommandError(.failed, "The development server gave no URL.", exitCode: .failure)
            }
            var people: [Person] = []
            for phone in ["ada's iPhone", "ben's iPhone", "cleo's iPhone", "dora's iPhone", "ben's second iPhone"] {
                let name = String(phone.prefix { $0 != "'" })
                var configuration = DeviceConfiguration()
                configuration.permissionAnswer = phone == "ben's iPhone" ? .deny : .allow
                // What Dora's phone goes through makes the SDK complain, as it should.
                configuration.passesChildOutput = fault == nil && name != "dora"
                // Steps ask her app in the background, which a busy machine may do too late for it.
                if name == "dora" { configuration.suspensionDelay = .seconds(60) }
                let app =
                    name == "dora"
                    ? programs.sceneApp(access: stack.access, fault: fault)
                    : programs.app(access: stack.access, user: name, pictures: pictures, fault: fault)
                let courier = try await ControlCourier.join(controlURL: control, name: phone, patience: 10)
                people.append(
                    Person(
                        id: name,
                        phone: try Phone(
                            name: phone, app: app, courier: courier, time: time,
                            configuration: configuration)))
            }
            return DemoStage(
                stack: stack, api: APIClient(server: server, key: stack.access.secretKey, tenant: nil),
                people: people, foreign: try ForeignProvider(stack),
                pictures: pictures, pictureURL: PictureServer.publicURL, time: time)
        } catch {
            await stack.stop()
            throw error
        }
    }

    /// Those with a phone from the start.
    var people: [Person] { [ada, ben, cleo, dora, benElsewhere] }

    /// Switches the phones off and stops the rest.
    func stop() async {
        for person in people { await person.phone.stop() }
        await foreign.close()
        await pictures.stop()
        await stack.stop()
    }

    // MARK: Sending and looking

    /// Sends a message to a person and gives its id.
    func send(to person: Person, _ fields: JSONObject) async throws -> String {
        var body = fields
        body["to"] = .string(person.id)
        let accepted = try await api.value("POST", "/v1/messages", .object(body))
        guard let id = accepted["id"]?.string else {
            throw CommandError(.failed, "The server accepted a message without an id.", exitCode: .failure)
        }
        return id
    }

    /// Notes which receipts have to come for a message.
    func expect(_ receipts: [String: Int], of messageID: String, in step: String) {
        expected.withLock { $0.append(Expectation(step: step, messageID: messageID, receipts: receipts)) }
    }

    /// What has to come for the messages sent so far.
    var expectations: [Expectation] { expected.withLock { $0 } }

    /// Asks again until the answer is there or the time is over; then gives the last answer, or nil.
    func eventually<Value: Sendable>(
        within limit: Duration = .seconds(8), _ look: @Sendable () async throws -> Value, until isThere: (Value) -> Bool
    ) async throws -> Value {
        let end = time.uptime + limit
        while true {
            let value = try await look()
            if isThere(value) || time.uptime >= end { return value }
            try await time.sleep(for: .milliseconds(30))
        }
    }

    /// The message as it stands.
    func status(of id: String) async throws -> MessageStatus {
        try await api.call(.init(method: "GET", path: "/v1/messages/\(id)"))
    }

    /// The message once nothing of it is pending and these receipts are there, or as it stands when that takes too long.
    func message(_ id: String, withReceipts receipts: [String: Int] = [:]) async throws -> MessageStatus {
        try await eventually {
            try await self.status(of: id)
        } until: { message in
            message.isFinished && receipts.allSatisfy { (message.receipts?[$0.key] ?? 0) >= $0.value }
        }
    }

    /// The deliveries of a message, each with its receipts.
    func deliveries(of id: String) async throws -> [DeliveryStatus] {
        var found: [DeliveryStatus] = []
        let listed: [DeliveryStatus] = try await api.items("/v1/messages/\(id)/deliveries", limit: 100)
        for delivery in listed {
            found.append(try await api.call(.init(method: "GET", path: "/v1/deliveries/\(delivery.id)")))
        }
        return found
    }

    /// Switches whether the app's encrypted pushes are shown by the system.
    func showEncrypted(_ isOn: Bool) async throws {
        for app in try await api.value("GET", "/v1/apps")["items"]?.array ?? [] {
            _ = try await api.value(
                "PATCH", "/v1/apps/\(app["id"]?.string ?? "")",
                ["settings": ["visibleEncrypted": ["enabled": .bool(isOn)]]])
        }
    }

    /// The devices that the server has of a person.
    func devices(of person: Person) async throws -> [JSONValue] {
        try await api.value("GET", "/v1/devices", query: ["externalId": person.id])["items"]?.array ?? []
    }
}
