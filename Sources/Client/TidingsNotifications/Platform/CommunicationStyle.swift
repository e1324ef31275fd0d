package import Foundation
package import UserNotifications

#if canImport(Intents) && !os(tvOS)
    import Intents
#endif

/// Shows a notification as a communication: with the sender's name and face, and past a Focus that lets the person through.
///
/// The app needs the capability for communication notifications and `INSendMessageIntent` among its activity types;
/// without them the system shows the same notification in the usual way.
package enum CommunicationStyle {
    /// The content as the system makes it of a communication, to be handed on unchanged; nil where it cannot.
    ///
    /// - Parameters:
    ///   - content: What is shown otherwise.
    ///   - communication: Whom it comes from.
    ///   - face: The bytes of a picture of the person, or of the group.
    /// - Returns: Content that loses the style if anybody changes it.
    package static func styled(
        _ content: Carried<UNNotificationContent>, as communication: Communication, face: Data?
    ) async -> Carried<UNNotificationContent>? {
        #if canImport(Intents) && !os(tvOS)
            if let call = communication.call {
                return await styled(content.object, by: intent(communication, call, face: face), communication)
            }
            let text = communication.text ?? content.object.body
            return await styled(
                content.object, by: intent(communication, face: face, text: text), communication)
        #else
            nil
        #endif
    }

    #if canImport(Intents) && !os(tvOS)
        private static func styled(
            _ content: UNNotificationContent, by intent: some INIntent & UNNotificationContentProviding,
            _ communication: Communication
        ) async -> Carried<UNNotificationContent>? {
            let interaction = INInteraction(intent: intent, response: nil)
            interaction.direction = .incoming
            // The second one, with the face, takes the place of the first.
            interaction.identifier = communication.messageID
            // Without the donation the system takes it for a notification like any other.
            try? await interaction.donate()
            return (try? content.updating(from: intent)).map { Carried($0) }
        }
    #endif

    #if canImport(Intents) && !os(tvOS)
        /// The app needs `INStartCallIntent` among its activity types for this one.
        private static func intent(
            _ communication: Communication, _ call: Communication.Call, face: Data?
        ) -> INStartCallIntent {
            let caller = INPerson(
                personHandle: INPersonHandle(value: call.handle, type: .unknown), nameComponents: nil,
                displayName: communication.sender.name, image: face.map { INImage(imageData: $0) },
                contactIdentifier: nil, customIdentifier: communication.sender.id)
            return INStartCallIntent(
                callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
                contacts: [caller], callCapability: call.hasVideo ? .videoCall : .audioCall)
        }

        private static func intent(_ communication: Communication, face: Data?, text: String) -> INSendMessageIntent {
            let image = face.map { INImage(imageData: $0) }
            let isOfGroup = communication.groupImageURL != nil
            let sender = INPerson(
                personHandle: INPersonHandle(value: communication.sender.id, type: .unknown), nameComponents: nil,
                displayName: communication.sender.name, image: isOfGroup ? nil : image, contactIdentifier: nil,
                customIdentifier: communication.sender.id)
            let intent = INSendMessageIntent(
                recipients: nil, outgoingMessageType: .outgoingMessageText, content: text,
                speakableGroupName: communication.groupName.map { INSpeakableString(spokenPhrase: $0) },
                conversationIdentifier: communication.conversationID, serviceName: nil, sender: sender,
                attachments: nil)
            if isOfGroup, let image { intent.setImage(image, forParameterNamed: \.speakableGroupName) }
            return intent
        }
    #endif
}
