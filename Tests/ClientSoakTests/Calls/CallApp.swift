import Foundation
import Locking
import ProcessLocal
import Tidings
import TidingsCalls
import TidingsCore
import Timekeeping
import UIKit

/// What an app with calls keeps between launches, and how its media behave.
final class CallMemory: Sendable {
    /// What becomes of the media when they are to connect.
    enum Media: String, Sendable, CaseIterable { case ready, failing, hanging }

    let configuration: CallsConfiguration
    private let state: Locked<(user: String?, media: Media)>

    init(user: String, configuration: CallsConfiguration) {
        self.configuration = configuration
        state = Locked((user, .ready))
    }

    var user: String? {
        get { state.withLock { $0.user } }
        set { state.withLock { $0.user = newValue } }
    }

    var media: Media {
        get { state.withLock { $0.media } }
        set { state.withLock { $0.media = newValue } }
    }
}

/// An app with calls that uses the SDK as its documentation says.
@MainActor
final class CallApp: TidingsAppDelegate, CallsDelegate {
    private let memory: CallMemory
    private let way: Way

    init(_ memory: CallMemory, _ way: Way) {
        self.memory = memory
        self.way = way
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let url = URL(string: "https://push.example") else { return false }
        var configuration = Configuration(publishableKey: way.publishableKey, url: url)
        configuration.tracksSessions = false
        var dependencies = PushClient.Dependencies.live(configuration)
        let (make, memory, transport) = (dependencies.environment, memory, way.transport)
        dependencies.environment = { configuration in
            var environment = try make(configuration)
            environment.transport = transport
            environment.log = .soak
            environment.retry.jitter = { .zero }
            return environment
        }
        Tidings.configure(configuration, dependencies: dependencies)
        Tidings.calls.delegate = self
        Tidings.calls.start(memory.configuration) { _ in SoakMedia(memory) }
        SimulatedProcess.current.onCommand { line in await Self.answer(line, memory) }
        SimulatedProcess.current.task {
            await Self.say(memory.user)
            _ = try? await Tidings.registerForPush()
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func callDidStartRinging(_ call: IncomingCall) {
        SimulatedProcess.current.log("rings", ["source": call.source.rawValue])
    }

    private static func answer(_ line: String, _ memory: CallMemory) async -> String {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "login":
            memory.user = words.last
            await say(words.last)
        case "logout":
            memory.user = nil
            await say(nil)
        case "refresh": await Tidings.messages.refresh()
        case "unreported": return String(Tidings.calls.obligations.unreported)
        default: return "?"
        }
        return "ok"
    }

    private static func say(_ user: String?) async {
        if let user {
            Tidings.identify(user)
        } else if await Tidings.subscriber()?.isAnonymous == false {
            Tidings.logout()
        }
    }
}

@MainActor
private final class SoakMedia: CallMedia {
    private let memory: CallMemory

    init(_ memory: CallMemory) { self.memory = memory }

    struct Failure: Error {}

    func connect() async throws {
        switch memory.media {
        case .ready: break
        case .failing: throw Failure()
        case .hanging: try await SimulatedProcess.current.time.sleep(for: .seconds(100_000))
        }
    }

    func disconnect() {}
}
