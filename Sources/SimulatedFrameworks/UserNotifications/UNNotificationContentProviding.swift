public import Foundation
package import ProcessLocal

/// Something that a notification can take its style from, such as a message.
public protocol UNNotificationContentProviding: NSObjectProtocol {}

/// How the simulated intents tell whom a message or call is from.
package protocol CommunicationProviding {
    var communication: WireCommunication? { get }
}

extension UNNotificationContent {
    /// The content in the style of a message or call; to be handed on as it is.
    ///
    /// Source: Apple documentation, `UNNotificationContent.updating(from:)`: content that is changed afterwards loses the
    /// style. That an intent without a sender is refused with this code is unverified on a device.
    public func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        guard let communication = (provider as? any CommunicationProviding)?.communication else {
            throw UNError(.contentProvidingInvalid)
        }
        var wire = wire
        wire.communication = communication
        return UNNotificationContent(wire: wire)
    }
}
