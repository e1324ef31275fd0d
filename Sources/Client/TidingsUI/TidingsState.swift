public import Combine
public import Tidings
import TidingsCore

/// What the SDK knows, for views: the live session, the permission, and who is there.
///
/// Its properties are Combine publishers too: `$session`, `$permission`, `$subscriber`. It is up to date while `run()` runs:
/// `.task { await state.run() }`.
@MainActor
public final class TidingsState: ObservableObject {
    /// How the live session stands.
    @Published public private(set) var session = LiveSessionState()
    /// The permission for notifications; nil before it was looked at.
    @Published public private(set) var permission: NotificationPermission?
    /// Who uses the device; nil before `configure`.
    @Published public private(set) var subscriber: CurrentSubscriber?

    /// Starts without knowledge.
    public init() {}

    /// Keeps the properties up to date until the task is cancelled.
    public func run() async {
        await refresh()
        for await state in Tidings.session.states() {
            // Publishers tell of every assignment.
            if session != state { session = state }
            await refresh()
        }
    }

    /// Looks at the permission and the person again, as after `registerForPush` or `identify`.
    public func refresh() async {
        permission = await Tidings.notificationPermission()
        subscriber = await Tidings.subscriber()
    }
}
