import BackgroundTasks
import CoreLocation
import Intents
import ProcessLocal
import Testing
import UserNotificationsUI

/// What the smaller modules have of Apple's declarations.
struct NewModuleTests {
    @Test func `enumerations of UserNotificationsUI and Intents have Apple's raw values`() {
        let options: [UNNotificationContentExtensionResponseOption] = [
            .doNotDismiss, .dismiss, .dismissAndForwardAction,
        ]
        #expect(options.map(\.rawValue) == [0, 1, 2])
        let buttons: [UNNotificationContentExtensionMediaPlayPauseButtonType] = [.none, .default, .overlay]
        #expect(buttons.map(\.rawValue) == [0, 1, 2])
        #expect([INPersonHandleType.unknown, .emailAddress, .phoneNumber].map(\.rawValue) == [0, 1, 2])
        #expect([INInteractionDirection.unspecified, .outgoing, .incoming].map(\.rawValue) == [0, 1, 2])
        #expect([INCallCapability.unknown, .audioCall, .videoCall].map(\.rawValue) == [0, 1, 2])
    }

    @Test func `errors of the scheduler have Apple's domain and codes`() {
        let codes: [BGTaskScheduler.Error.Code] = [
            .unavailable, .tooManyPendingTaskRequests, .notPermitted, .immediateRunIneligible,
        ]
        #expect(codes.map(\.rawValue) == [1, 2, 3, 4])
        #expect((BGTaskScheduler.Error(.notPermitted) as NSError).domain == "BGTaskSchedulerErrorDomain")
    }

    @Test func `a circle contains what is nearer than its radius`() {
        let gate = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 52.5163, longitude: 13.3777), radius: 1000, identifier: "gate")
        #expect(gate.contains(CLLocationCoordinate2D(latitude: 52.5186, longitude: 13.3763)))
        #expect(!gate.contains(CLLocationCoordinate2D(latitude: 52.5208, longitude: 13.4094)))
    }

    @Test func `a person without a name to show goes by the parts of the name, then by the address`() {
        func name(_ parts: PersonNameComponents?, _ shown: String?) -> String {
            INPerson(
                personHandle: INPersonHandle(value: "ada@example.com", type: .emailAddress), nameComponents: parts,
                displayName: shown, image: nil, contactIdentifier: nil, customIdentifier: nil
            ).displayName
        }
        var parts = PersonNameComponents()
        parts.givenName = "Ada"
        parts.familyName = "Lovelace"
        #expect(name(parts, "A. L.") == "A. L.")
        #expect(name(parts, nil) == "Ada Lovelace")
        #expect(name(nil, nil) == "ada@example.com")
    }

    @Test func `a message and a call tell whom they are from, and a picture set later counts`() throws {
        let sender = INPerson(
            personHandle: INPersonHandle(value: "ada@example.com", type: .emailAddress), nameComponents: nil,
            displayName: "Ada", image: nil, contactIdentifier: nil, customIdentifier: nil)
        let message = INSendMessageIntent(
            recipients: nil, outgoingMessageType: .outgoingMessageText, content: "Hi",
            speakableGroupName: INSpeakableString(spokenPhrase: "Kites"), conversationIdentifier: "c7",
            serviceName: nil, sender: sender, attachments: nil)
        #expect(message.communication?.hasAvatar == false)
        message.setImage(INImage(named: "kite"), forParameterNamed: \.speakableGroupName)
        #expect(message.communication?.hasAvatar == true)
        #expect(message.communication?.conversation == "c7" && message.communication?.groupName == "Kites")
        let call = INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
            contacts: [sender], callCapability: .audioCall)
        #expect(call.communication?.isCall == true && call.communication?.senderName == "Ada")
        let plain = UNNotificationContent()
        #expect(try plain.updating(from: call) != plain)
        let styled = UNNotificationAttributedMessageContext(
            sendMessageIntent: message, attributedContent: NSAttributedString(string: "Hi"))
        #expect(styled.communication?.senderName == "Ada")
    }
}
