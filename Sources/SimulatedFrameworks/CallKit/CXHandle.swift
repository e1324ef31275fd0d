public import Foundation
internal import ProcessLocal

/// Under what somebody can be called.
open class CXHandle: NSObject {
    /// The kinds of handles.
    public enum HandleType: Int, Sendable {
        /// A name or an id of the app's own.
        case generic = 1
        /// A number.
        case phoneNumber = 2
        /// An address of mail.
        case emailAddress = 3
    }

    /// What kind it is.
    public let type: HandleType
    /// The text.
    public let value: String

    /// Makes a handle.
    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }
}

/// What an app knows of a call; what is not set stays as the system has it.
open class CXCallUpdate: NSObject {
    var wire = WireCallUpdate()

    /// Knows nothing yet.
    public override init() {}

    /// Who is at the other end.
    open var remoteHandle: CXHandle? {
        get {
            wire.handle.map {
                CXHandle(type: wire.handleType.flatMap(CXHandle.HandleType.init(rawValue:)) ?? .generic, value: $0)
            }
        }
        set { (wire.handleType, wire.handle) = (newValue?.type.rawValue, newValue?.value) }
    }
    /// The name to show, where the address book has none.
    open var localizedCallerName: String? {
        get { wire.name }
        set { wire.name = newValue }
    }
    /// Whether it can be held; true unless set.
    open var supportsHolding: Bool {
        get { wire.supportsHolding ?? true }
        set { wire.supportsHolding = newValue }
    }
    /// Whether it can be joined with others; true unless set.
    open var supportsGrouping: Bool {
        get { wire.supportsGrouping ?? true }
        set { wire.supportsGrouping = newValue }
    }
    /// Whether it can be taken out of a group; true unless set.
    open var supportsUngrouping: Bool {
        get { wire.supportsUngrouping ?? true }
        set { wire.supportsUngrouping = newValue }
    }
    /// Whether it can send tones; true unless set.
    open var supportsDTMF: Bool {
        get { wire.supportsDTMF ?? true }
        set { wire.supportsDTMF = newValue }
    }
    /// Whether there is a picture; false unless set.
    open var hasVideo: Bool {
        get { wire.hasVideo ?? false }
        set { wire.hasVideo = newValue }
    }
}
