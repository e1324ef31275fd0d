/// A push that reached a device, made once and shared by the device's inbox and screen.
final class Arrival: Sendable {
    let push: AcceptedPush
    let environment: APNsSimulator.Environment
    /// Milliseconds since 1970.
    let receivedAt: Int64

    init(_ push: AcceptedPush, _ environment: APNsSimulator.Environment, receivedAt: Int64) {
        self.push = push
        self.environment = environment
        self.receivedAt = receivedAt
    }

    /// What the system on the device uses as `request.identifier`.
    var identifier: String { push.collapseID ?? push.id }
}
