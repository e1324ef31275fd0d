package import APNs
package import Storage

/// Hands pushes to the provider.
package struct PushSender: Sendable {
    /// Sends a batch with one credential, and answers in the batch's order.
    package var send: @Sendable (_ batch: [PushRequest], _ credential: PushCredential) async -> [PushResult]

    /// Makes a sender over a function.
    package init(
        send: @escaping @Sendable (_ batch: [PushRequest], _ credential: PushCredential) async -> [PushResult]
    ) {
        self.send = send
    }
}
