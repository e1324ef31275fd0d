package import Foundation
package import PushModel
package import Storage

/// One push as the provider is to get it.
package struct OutgoingPush: Sendable, Equatable {
    /// The device's token in hex.
    package let token: String
    /// The bundle id.
    package let topic: String
    /// `alert` or `background`.
    package let type: PushType
    /// How urgent it is.
    package let priority: PushPriority
    /// When the provider may forget it.
    package let expiresAt: Date
    /// What it replaces on the screen.
    package let collapseID: String
    /// The `apns-id`, the same for every attempt of a delivery.
    package let id: UUID
    /// The JSON in UTF-8.
    package let payload: [UInt8]
}

/// Hands pushes to the provider.
package struct PushSender: Sendable {
    /// Sends a batch with one credential, and answers in the batch's order.
    package var send: @Sendable (_ batch: [OutgoingPush], _ credential: PushCredential) async -> [ProviderAnswer]

    /// Makes a sender over a function.
    package init(
        send: @escaping @Sendable (_ batch: [OutgoingPush], _ credential: PushCredential) async -> [ProviderAnswer]
    ) {
        self.send = send
    }
}
