/// What a message says and how it is shown: the content fields of `POST /v1/messages`.
public struct MessageContent: Sendable, Hashable {
    /// The first line, at most 500 characters.
    public var title: String?
    /// The second line, at most 500 characters.
    public var subtitle: String?
    /// The text, at most 4,000 characters.
    public var body: String?
    /// The sender's own JSON object, byte for byte as it was sent.
    public var data: [UInt8]?
    /// The number on the icon, 0 or more.
    public var badge: Int?
    /// The sound's file name or `default`, at most 100 characters.
    public var sound: String?
    /// An image that the extension attaches, unless there are ``attachments``; `https` only.
    public var imageURL: String?
    /// Up to four pictures, sounds or films that the extension attaches.
    public var attachments: [Attachment]?
    /// Whom the message comes from; with it, iOS shows a communication.
    public var sender: MessageSender?
    /// The name of the group in which it was written, at most 200 characters.
    public var groupName: String?
    /// Groups notifications on the screen.
    public var threadID: String?
    /// Replaces what was sent under the same id, at most 64 bytes.
    public var collapseID: String?
    /// Names the window that should come to the front.
    public var targetContentID: String?
    /// How urgent it is; `high` unless said otherwise.
    public var priority: Priority?
    /// How much it may interrupt.
    public var interruptionLevel: InterruptionLevel?
    /// Orders notifications in the summary, 0 to 1.
    public var relevanceScore: Double?
    /// A category that the app registered; without it one is made of the ``actions``.
    public var category: String?
    /// Up to four buttons.
    public var actions: [ActionButton]?
    /// What opening the notification opens.
    public var deepLink: String?
    /// What opening the notification does.
    public var action: NamedAction?
    /// When the app itself shows it, instead of now.
    public var local: LocalPlan?
    /// Plans of earlier messages that are void from now on.
    public var cancelLocal: LocalCancellation?
    /// Whether quiet hours and caps are ignored.
    public var policy: Policy?
    /// What the message belongs to; not shown while the app has declared it as being read.
    public var conversation: String?
    /// Whether the content is sealed for each device; `none` unless said otherwise.
    public var encrypt: Encryption?
    /// Whether the system or the app draws the notification; `auto` unless said otherwise.
    public var form: Form?

    /// Members of the APNs payload beyond the fields above; they are merged into it, deeply, and win.
    public var apnsPayload: JSONObject?

    /// Makes content that says nothing.
    public init() {}

    /// Makes content of texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String?) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// How urgent a message is.
    public enum Priority: String, Sendable, Hashable, CaseIterable {
        /// At once.
        case high
        /// When it suits the device.
        case normal
    }

    /// How much a message may interrupt.
    public enum InterruptionLevel: String, Sendable, Hashable, CaseIterable {
        /// Straight into the list.
        case passive
        /// As usual.
        case active
        /// Through scheduled summaries and Focus.
        case timeSensitive
        /// Through the mute switch, with an entitlement.
        case critical

        /// The word that APNs has for it.
        public var aps: APS.InterruptionLevel {
            switch self {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            case .critical: .critical
            }
        }
    }

    /// What a message does about rules that hold it back.
    public enum Policy: String, Sendable, Hashable, CaseIterable {
        /// Goes out in quiet hours and beyond caps.
        case ignore
    }

    /// For whom the content is readable.
    public enum Encryption: String, Sendable, Hashable, CaseIterable {
        /// Apple and whoever carries it.
        case none
        /// The device alone.
        case device
    }

    /// Who draws the notification.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// The system where it can, else the app.
        case auto
        /// The system.
        case visible
        /// The app, woken in the background.
        case silent
    }

    /// Whether there is a text to show; an empty one shows nothing.
    public var hasAlert: Bool { [title, subtitle, body].contains { !($0 ?? "").isEmpty } }

    /// Whether the system has anything to do with it: a text, a sound or a badge.
    public var isVisible: Bool { hasAlert || sound != nil || badge != nil }

    /// Whether there is nothing to send at all.
    public var isEmpty: Bool {
        !isVisible && data == nil && deepLink == nil && action == nil && cancelLocal == nil
    }

    /// The category under which the buttons are registered.
    public var effectiveCategory: String? {
        category ?? actions.flatMap { $0.isEmpty ? nil : ActionButton.categoryID(for: $0) }
    }
}
