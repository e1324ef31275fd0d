public import Combine
public import Tidings
import TidingsCore

/// What the SDK knows, for views: the live session, the permission, the registration, and who is there.
///
/// Its properties are Combine publishers too, such as `$session`. It is up to date while `run()` runs:
/// `.task { await state.run() }`. From iOS 17 on, `TidingsModel` does the same as an observable object.
@MainActor
public final class TidingsState: ObservableObject {
    /// How the live session stands.
    @Published public private(set) var session = LiveSessionState()
    /// The permission for notifications; nil before it was looked at.
    @Published public private(set) var permission: NotificationPermission?
    /// How the registration of this device stands; nil before `configure`.
    @Published public private(set) var registration: RegistrationState?
    /// Who uses the device; nil before `configure`.
    @Published public private(set) var subscriber: CurrentSubscriber?

    /// Starts without knowledge.
    public init() {}

    /// Keeps the properties up to date until the task is cancelled.
    public func run() async {
        await refresh()
        // Publishers tell of every assignment, so nothing is assigned that is there already.
        async let sessions: Void = follow(Tidings.session.states()) { if self.session != $0 { self.session = $0 } }
        async let permissions: Void = follow(Tidings.permissions()) {
            if self.permission != $0 { self.permission = $0 }
        }
        async let registrations: Void = follow(Tidings.registrations()) { state in
            self.registration = state
            if self.subscriber != state.subscriber { self.subscriber = state.subscriber }
        }
        _ = await (sessions, permissions, registrations)
    }

    /// Looks at the permission and the person again, as after a visit to Settings.
    public func refresh() async {
        permission = await Tidings.notificationPermission()
        subscriber = await Tidings.subscriber()
    }
}

/// Does something with each value of a sequence until the task is cancelled.
@MainActor
func follow<Element: Sendable>(_ values: AsyncStream<Element>, _ take: @escaping @MainActor (Element) -> Void) async {
    for await value in values { take(value) }
}
