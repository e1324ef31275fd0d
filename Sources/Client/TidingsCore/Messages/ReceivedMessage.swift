package import PushModel

/// A message as its reader should see it, whether it came in clear or sealed.
package struct ReceivedMessage: Sendable, Equatable {
    /// The message's id.
    package var id: String
    /// The delivery's id, if the push named it.
    package var deliveryID: String?
    /// Texts, badge, sound and grouping.
    package var banner: Banner
    /// The conversation that it belongs to.
    package var conversation: String?
    /// What opening it opens.
    package var deepLink: String?
    /// What opening it does.
    package var action: NamedAction?
    /// The pictures, sounds and films to attach, in order.
    package var media: [Attachment]
    /// Whom it comes from.
    package var sender: MessageSender?
    /// The name of the group in which it was written.
    package var groupName: String?
    /// The buttons.
    package var actions: [ActionButton]
    /// The category under which the buttons are registered.
    package var category: String?
    /// When the app shows it, if not now.
    package var local: LocalPlan?
    /// Plans that are void from now on.
    package var cancelLocal: LocalCancellation?
    /// The call that it tells of.
    package var call: CallNotice?
    /// The message whose plan it stands in for.
    package var instead: String?
    /// The sender's own members.
    package var data: JSONObject
    /// Whether the app has to draw the notification.
    package var isSilentForm: Bool
    /// Whether it was sealed for this device.
    package var wasSealed: Bool

    /// Takes a push that came in clear.
    package init(clear payload: PushPayload) {
        let envelope = payload.envelope
        let alert = payload.aps.alert
        id = envelope.id
        deliveryID = envelope.delivery
        banner = envelope.banner ?? Banner(title: alert?.title, subtitle: alert?.subtitle, body: alert?.body)
        conversation = envelope.conversation
        deepLink = envelope.deepLink
        action = envelope.action
        media = Self.media(envelope.attachments, envelope.image)
        sender = envelope.sender
        groupName = envelope.groupName
        actions = envelope.actions ?? []
        category = envelope.category ?? payload.aps.category
        local = envelope.local
        cancelLocal = envelope.cancelLocal
        call = envelope.call
        instead = envelope.instead
        data = payload.data
        isSilentForm = envelope.form == .silent
        wasSealed = false
    }

    /// Takes a push whose content was sealed.
    package init(_ content: SealedContent, in payload: PushPayload) {
        id = payload.envelope.id
        deliveryID = payload.envelope.delivery
        banner = content.banner
        conversation = content.conversation
        deepLink = content.deepLink
        action = content.action
        media = Self.media(content.attachments, content.image)
        sender = content.sender
        groupName = content.groupName
        actions = content.actions ?? []
        category = content.category
        local = content.local
        cancelLocal = content.cancelLocal
        // What is sealed counts, and has to be the call that stands outside.
        let outside = payload.envelope.call?.id
        call = content.call.flatMap { outside == nil || $0.id == outside ? $0 : nil }
        instead = payload.envelope.instead
        data = content.dataObject
        isSilentForm = payload.envelope.form == .silent
        wasSealed = true
    }

    private static func media(_ attachments: [Attachment]?, _ image: String?) -> [Attachment] {
        attachments ?? image.map { [Attachment(url: $0)] } ?? []
    }

    /// The category that shows the buttons: the sender's own name for it, or one made from the buttons.
    package var effectiveCategory: String? {
        if let category { return category }
        return actions.isEmpty ? nil : ActionButton.categoryID(for: actions)
    }
}
