import TidingsCore

/// How the registration of this device stands.
public struct RegistrationState: Sendable, Equatable {
    /// Who uses the device.
    public let subscriber: CurrentSubscriber
    /// The server's name of the device; nil before the server has it.
    public let deviceID: String?
    /// Whether APNs gave this install a token.
    public let hasToken: Bool
    /// Whether the server has the device for this person, with its newest token.
    public let isRegistered: Bool

    init(_ session: Session) {
        let registration = session.registration
        subscriber = CurrentSubscriber(registration)
        deviceID = session.deviceID(for: registration.subscriber)
        hasToken = registration.token != nil
        isRegistered = deviceID != nil && registration.confirmation?.device.token == registration.token?.hex
    }
}
