public import Combine
public import TidingsCore

// What the SDK knows, twice: as a sequence, and as a publisher for those who use Combine. Each may be asked for before
// `configure`, begins with the newest value, and never fails. Publishers hand over their values on the main thread.
extension Tidings {
    /// The permission for notifications as last looked at, and every change that the SDK notices.
    ///
    /// The system tells of no change in Settings: the SDK looks at each launch and whenever the app comes to the front.
    public static func permissions() -> AsyncStream<NotificationPermission> {
        FacadeInstance.current.relations.permissions.known()
    }

    /// What `permissions()` tells.
    public static var permissionPublisher: AnyPublisher<NotificationPermission, Never> { publisher(of: permissions) }

    /// How the registration of this device stands, and every change of it.
    public static func registrations() -> AsyncStream<RegistrationState> {
        FacadeInstance.current.relations.registrations.known()
    }

    /// What `registrations()` tells.
    public static var registrationPublisher: AnyPublisher<RegistrationState, Never> { publisher(of: registrations) }

    /// The conversation that the person is reading, and every change of it.
    public static func conversations() -> AsyncStream<String?> {
        FacadeInstance.current.relations.conversations.updates()
    }

    /// What `conversations()` tells.
    public static var conversationPublisher: AnyPublisher<String?, Never> { publisher(of: conversations) }

    /// What `notificationEvents()` tells; what happened before anybody listened goes to the first who does.
    public static var notificationEventPublisher: AnyPublisher<NotificationEvent, Never> {
        publisher(of: notificationEvents)
    }

    static func publisher<Output: Sendable>(
        of stream: @escaping @Sendable () -> AsyncStream<Output>
    ) -> AnyPublisher<Output, Never> {
        StreamPublisher(stream: stream).eraseToAnyPublisher()
    }
}

extension LiveSession {
    /// What `states()` tells, on the main thread.
    public var statePublisher: AnyPublisher<LiveSessionState, Never> { Tidings.publisher(of: states) }

    /// What `events()` tells, on the main thread.
    public var eventPublisher: AnyPublisher<LiveSessionEvent, Never> { Tidings.publisher(of: events) }
}
