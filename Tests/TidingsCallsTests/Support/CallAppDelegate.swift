import ClientTestSupport
import Foundation
import Locking
import ProcessLocal
import PushModel
import Tidings
import TidingsCalls
import TidingsCore
import Timekeeping
import UIKit

/// How the app with calls behaves; a test may change it while the app runs.
final class CallOptions: Sendable {
    struct Values: Sendable {
        var user: String? = "ada"
        var calls = CallsConfiguration()
        var wantsCalls = true
        var startsCalls = true
        /// What the media do when they are to connect.
        var media = Media.ready
        var log = LogRecorder()
    }

    enum Media: Sendable { case ready, failing, hanging, deaf }

    let server: FakeServer
    private let values = Locked(Values())

    init(server: FakeServer) { self.server = server }

    var current: Values { values.withLock { $0 } }

    func set(_ body: (inout Values) -> Void) {
        var copy = current
        body(&copy)
        let changed = copy
        values.withLock { $0 = changed }
    }
}

/// An app with calls that notes everything it hears.
@MainActor
final class CallAppDelegate: TidingsAppDelegate, CallsDelegate {
    private let options: CallOptions

    init(_ options: CallOptions) { self.options = options }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        configure()
        let options = options
        Tidings.calls.delegate = self
        if options.current.startsCalls {
            Tidings.calls.start(options.current.calls, registers: options.current.wantsCalls) {
                TestMedia($0, options)
            }
        }
        if let user = options.current.user { Tidings.identify(user) }
        SimulatedProcess.current.onCommand { line in await self.answer(line) }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    private func configure() {
        guard let url = URL(string: "https://push.example") else { return }
        let options = options
        var configuration = Configuration(publishableKey: "td_pk_1", url: url)
        configuration.tracksSessions = false
        var dependencies = PushClient.Dependencies.live(configuration)
        let make = dependencies.environment
        dependencies.environment = { configuration in
            var environment = try make(configuration)
            environment.transport = options.server.transport
            environment.log = options.current.log.log
            environment.retry = .single(timeout: .seconds(5))
            return environment
        }
        Tidings.configure(configuration, dependencies: dependencies)
    }

    private func answer(_ line: String) async -> String {
        let words = line.split(separator: " ").map(String.init)
        let argument = words.dropFirst().first ?? ""
        let id = Tidings.calls.current.last?.call.id ?? UUID()
        do {
            switch words.first {
            case "identify": Tidings.identify(argument)
            case "logout": Tidings.logout()
            case "permission": _ = try await Tidings.registerForPush()
            case "register": Tidings.calls.register(unique: argument == "unique")
            case "unregister": argument == "alerts" ? Tidings.unregisterForPush() : Tidings.calls.unregister()
            case "unregisterall":
                argument == "alerts"
                    ? try await Tidings.unregisterAllForPush() : try await Tidings.calls.unregisterAll()
            case "answer": try await Tidings.calls.answer(id)
            case "hangup": try await Tidings.calls.hangUp(id)
            case "mute": try await Tidings.calls.setMuted(true, id)
            case "lost": Tidings.calls.connectionWasLost(id)
            case "missed": return try await Tidings.calls.missed().compactMap { $0.caller?.name }.joined(separator: " ")
            case "retrieve": await Tidings.calls.retrieve()
            case "calls":
                return Tidings.calls.current.map { "\($0.phase.rawValue)/\($0.call.source.rawValue)" }
                    .joined(separator: " ")
            case "obligations":
                let obligations = Tidings.calls.obligations
                return "\(obligations.pushes) \(obligations.reports) \(obligations.unreported)"
            case "owe":
                // As if the app had ended between a push and its report.
                let folder = SharedFolder.locate(group: SharedFolder.defaultGroup).folder.appendingPathComponent("owed")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data().write(to: folder.appendingPathComponent(UUID().uuidString))
            case "settle": await Tidings.messages.refresh()
            default: return "?"
            }
        } catch {
            return (error as? TidingsError)?.code.rawValue ?? "\(error)"
        }
        return "ok"
    }

    private func note(_ name: String, _ call: IncomingCall, _ more: [String: String] = [:]) {
        SimulatedProcess.current.log(
            name,
            [
                "call": call.id.uuidString.lowercased(), "caller": call.caller.name, "source": call.source.rawValue,
                "group": call.group?.name ?? "", "data": call.data.description,
            ].merging(more) { $1 })
    }

    func callDidStartRinging(_ call: IncomingCall) {
        note("ringing", call)
    }
    func callDidReceiveInvitation(_ call: IncomingCall) { note("invitation", call) }
    func callWasTurnedAway(_ call: IncomingCall, ongoing: IncomingCall) {
        note("turnedAway", call, ["ongoing": ongoing.id.uuidString.lowercased()])
    }
    func callWasOpened(_ call: IncomingCall) { note("callOpened", call) }
    func callDidConnect(_ call: IncomingCall) { note("connected", call) }
    func callDidEnd(_ call: IncomingCall, _ end: CallEnd) { note("ended", call, ["end": end.rawValue]) }
    func callWasMissed(_ notice: CallNotice) {
        SimulatedProcess.current.log("missed", ["call": notice.id, "caller": notice.caller?.name ?? ""])
    }
    func callsWarn(_ warning: CallWarning) {
        switch warning {
        case .unreported(let count): SimulatedProcess.current.log("warned", ["unreported": "\(count)"])
        case .reportedLate(let milliseconds):
            SimulatedProcess.current.log("warned", ["late": "\(milliseconds)"])
        }
    }
}

/// The media of a call, which do nothing but note.
@MainActor
final class TestMedia: CallMedia {
    private let options: CallOptions

    init(_ call: IncomingCall, _ options: CallOptions) {
        self.options = options
        SimulatedProcess.current.log("media", ["what": "made", "state": "\(UIApplication.shared.applicationState)"])
    }

    struct Failure: Error {}

    func connect() async throws {
        switch options.current.media {
        case .ready: break
        case .failing: throw Failure()
        case .hanging: try await SimulatedProcess.current.time.sleep(for: .seconds(100_000))
        case .deaf:
            // Heeds no cancellation.
            let time = SimulatedProcess.current.time
            await SimulatedProcess.current.task { try? await time.sleep(for: .seconds(100_000)) }.value
        }
    }

    private func note(_ what: String) { SimulatedProcess.current.log("media", ["what": what]) }

    func audioDidActivate() { note("sound") }
    func audioDidDeactivate() { note("silence") }
    func setMuted(_ isMuted: Bool) { note("muted") }
    func setHeld(_ isHeld: Bool) { note(isHeld ? "held" : "resumed") }
    func play(tones: String) { note("tones \(tones)") }
    func disconnect() { note("over") }
}
