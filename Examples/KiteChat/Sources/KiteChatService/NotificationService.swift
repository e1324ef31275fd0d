import Intents
import UserNotifications

/// Shows a message as one of the person who sent it.
final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let name = request.content.userInfo["sender"] as? String else { return contentHandler(request.content) }
        let sender = INPerson(
            personHandle: INPersonHandle(value: name, type: .unknown), nameComponents: nil, displayName: name,
            image: nil, contactIdentifier: nil, customIdentifier: name)
        let intent = INSendMessageIntent(
            recipients: nil, outgoingMessageType: .outgoingMessageText, content: request.content.body,
            speakableGroupName: nil, conversationIdentifier: request.content.userInfo["conversation"] as? String,
            serviceName: nil, sender: sender, attachments: nil)
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.donate(completion: nil)
        contentHandler((try? request.content.updating(from: intent)) ?? request.content)
    }
}
