public import Observation
public import Tidings
import TidingsCore

/// What the SDK knows, as an observable object: a view that reads a property is shown anew when it changes.
///
/// It is up to date while `run()` runs: `.task { await model.run() }`. Several may run at the same time.
@available(iOS 17, macOS 14, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class TidingsModel {
    /// The permission for notifications; nil before it was looked at.
    public private(set) var permission: NotificationPermission?
    /// How the registration of this device stands, and who uses it; nil before `configure`.
    public private(set) var registration: RegistrationState?
    /// How the live session stands.
    public private(set) var session = LiveSessionState()
    private var shownConversation: String?

    /// The conversation that the person is reading; its messages are not presented while the app is on the screen.
    public var conversation: String? {
        get { shownConversation }
        set {
            shownConversation = newValue
            Tidings.conversation = newValue
        }
    }

    /// Starts with what is known at the moment.
    public init() { shownConversation = Tidings.conversation }

    /// Keeps the properties up to date until the task is cancelled.
    public func run() async {
        async let permissions: Void = follow(Tidings.permissions()) { self.permission = $0 }
        async let registrations: Void = follow(Tidings.registrations()) { self.registration = $0 }
        async let sessions: Void = follow(Tidings.session.states()) { self.session = $0 }
        async let conversations: Void = follow(Tidings.conversations()) { self.shownConversation = $0 }
        _ = await (permissions, registrations, sessions, conversations)
    }
}
