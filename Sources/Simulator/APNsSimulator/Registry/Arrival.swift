/// A push that reached a device.
struct Arrival: Sendable {
    let push: AcceptedPush
    let environment: APNsSimulator.Environment
    /// Milliseconds since 1970.
    let receivedAt: Int64
    /// How many bytes all devices together had received before it; tells what is forgotten when there are too many.
    let position: Int

    /// What the system on the device uses as `request.identifier`.
    var identifier: String { push.collapseID ?? push.id }
}
