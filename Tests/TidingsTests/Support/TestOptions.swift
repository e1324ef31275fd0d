import ClientTestSupport
import Locking
import Tidings
import TidingsCore
import UserNotifications

/// How the test app behaves; a test may change it while the app runs.
final class TestOptions: Sendable {
    struct Values: Sendable {
        var user: String? = "ada"
        var registersAtLaunch = true
        var isReady = true
        var configures = true
        var hasDelegate = true
        var presents = true
        var opensLinks = true
        var hidesForeign = false
        /// What the app's backend gives as a token; nil if it refuses.
        var token: String? = "proof"
        var sharesDiagnosis = false
        var handlesRemoteTaps = true
        var registersAnonymously = true
        var tracksSessions = true
        var clearing = Configuration.Clearing.never
        var hasLinkHandler = false
        var handlerOpensLinks = true
        /// A link that the launch brings beside whatever started the app.
        var launchLink: String?
        var hiddenInForeground = false
        var keepsNotificationDelegate = false
        var environment: TidingsCore.PushEnvironment?
        var log = LogRecorder()
        /// How a message appears, as the app finds out; nil leaves it to the configuration at once.
        var decision: (@Sendable () async -> UNNotificationPresentationOptions?)?
        /// What comes before the SDK opens its folder; given, the app calls what it may call at once.
        var beforeOpening: (@Sendable () -> Void)?
        /// Whether the app hands over what the options of its scene bring.
        var handsOverSceneOptions = false
        /// What the answer to the question for the permission waits for, and with it the client's first command.
        var beforePermission: @Sendable () async -> Void = {}
        /// What a request to the server waits for.
        var beforeSending: @Sendable () async -> Void = {}
    }

    let server: FakeServer
    private let values: Locked<Values>

    init(server: FakeServer) {
        self.server = server
        values = Locked(Values())
    }

    var current: Values { values.withLock { $0 } }

    func set(_ body: (inout Values) -> Void) {
        var copy = current
        body(&copy)
        let changed = copy
        values.withLock { $0 = changed }
    }
}
