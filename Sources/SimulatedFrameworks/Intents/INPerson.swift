/// How a person is reached.
public enum INPersonHandleType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// By mail.
    case emailAddress = 1
    /// By telephone.
    case phoneNumber = 2
}

/// An address of a person.
open class INPersonHandle: NSObject {
    /// The address itself.
    open private(set) var value: String?
    /// What kind of address it is.
    open private(set) var type: INPersonHandleType

    /// Takes an address.
    public init(value: String?, type: INPersonHandleType) {
        self.value = value
        self.type = type
    }
}

/// A picture.
open class INImage: NSObject {
    /// Takes the bytes of a picture.
    public convenience init(imageData: Data) { self.init() }
    /// Names a file or an address of a picture.
    public convenience init?(url URL: URL) { self.init() }
    /// Names a picture of the app.
    public convenience init(named name: String) { self.init() }
}

/// Words that can be spoken.
open class INSpeakableString: NSObject {
    /// The words.
    open private(set) var spokenPhrase: String

    /// Takes words.
    public init(spokenPhrase: String) { self.spokenPhrase = spokenPhrase }
}

/// Somebody whom a message or a call comes from or goes to.
open class INPerson: NSObject {
    /// The address.
    open private(set) var personHandle: INPersonHandle?
    /// The parts of the name.
    open private(set) var nameComponents: PersonNameComponents?
    /// The name as it is shown.
    open private(set) var displayName: String
    /// The picture.
    open private(set) var image: INImage?
    /// Names the person among the contacts of the device.
    open private(set) var contactIdentifier: String?
    /// The app's own name for the person.
    open private(set) var customIdentifier: String?

    /// Describes a person; without a name to show, the parts of the name or the address stand for it.
    public init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?
    ) {
        self.personHandle = personHandle
        self.nameComponents = nameComponents
        self.displayName =
            displayName
            ?? nameComponents.map { [$0.givenName, $0.familyName].compactMap(\.self).joined(separator: " ") }
            ?? personHandle.value ?? ""
        self.image = image
        self.contactIdentifier = contactIdentifier
        self.customIdentifier = customIdentifier
    }
}
