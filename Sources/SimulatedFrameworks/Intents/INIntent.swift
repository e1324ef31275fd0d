internal import ProcessLocal
internal import UserNotifications

/// Something that a person does with an app.
open class INIntent: NSObject {
    /// The picture that was set for a part of the intent.
    private var images: [AnyKeyPath: INImage] = [:]

    var hasImage: Bool { !images.isEmpty }

    fileprivate func set(_ image: INImage?, for part: AnyKeyPath) { images[part] = image }
}

extension NSObjectProtocol where Self: INIntent {
    /// Sets the picture of a part of the intent, such as the group that a message is for.
    public func setImage<Value>(_ image: INImage?, forParameterNamed parameterName: KeyPath<Self, Value>) {
        set(image, for: parameterName)
    }
}

/// The answer to an intent; the simulated device asks for none.
open class INIntentResponse: NSObject {}

/// Whose doing an interaction was.
public enum INInteractionDirection: Int, Sendable {
    /// Not known.
    case unspecified = 0
    /// The person's own.
    case outgoing = 1
    /// Somebody else's.
    case incoming = 2
}

/// An intent that was carried out, to be told to the system.
///
/// Source: Apple documentation, "Implementing communication notifications". The system takes a notification for a message
/// or call only if its intent was donated as incoming.
open class INInteraction: NSObject {
    /// What was done.
    open private(set) var intent: INIntent
    /// The answer to it.
    open private(set) var intentResponse: INIntentResponse?
    /// Whose doing it was.
    open var direction = INInteractionDirection.unspecified
    /// The app's name for it.
    open var identifier = UUID().uuidString

    /// Describes an interaction.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
    }

    /// Tells the system of it.
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let process = SimulatedProcess.current
        tell(process)
        process.task { completion?(nil) }
    }

    /// Tells the system of it.
    open func donate() async throws { tell(SimulatedProcess.current) }

    private func tell(_ process: SimulatedProcess) {
        guard direction == .incoming, let communication = (intent as? any CommunicationProviding)?.communication else {
            return
        }
        _ = process.callNow(.donate(communication))
    }
}
