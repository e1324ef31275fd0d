public import Foundation
package import ProcessLocal

/// What a notification shows and carries; read-only.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
    package final var wire: WireContent

    package init(wire: WireContent) { self.wire = wire }

    /// Empty content.
    public override init() { wire = WireContent() }

    /// Reads archived content.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "content"),
            let wire = try? JSONDecoder().decode(WireContent.self, from: data as Data)
        else { return nil }
        self.wire = wire
    }

    /// Archives the content.
    open func encode(with coder: NSCoder) {
        guard let data = try? JSONEncoder().encode(wire) else { return }
        coder.encode(NSData(data: data), forKey: "content")
    }

    /// Content can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// A read-only copy.
    open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(wire: wire) }
    /// A copy that can be changed; the style that it took from a message or call is gone.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        var wire = wire
        wire.communication = nil
        return UNMutableNotificationContent(wire: wire)
    }

    /// Pictures, sounds and films.
    open var attachments: [UNNotificationAttachment] { wire.attachments.map(UNNotificationAttachment.init(wire:)) }
    /// The app's new badge; nil leaves it alone, 0 removes it.
    open var badge: NSNumber? { wire.badge.map { NSNumber(value: $0) } }
    /// The main text.
    open var body: String { wire.body }
    /// The category that defines its buttons.
    open var categoryIdentifier: String { wire.categoryIdentifier }
    /// The launch picture of an older kind of app.
    open var launchImageName: String { wire.launchImageName }
    /// The sound.
    open var sound: UNNotificationSound? { wire.sound.map(UNNotificationSound.init(wire:)) }
    /// The second line.
    open var subtitle: String { wire.subtitle }
    /// The group it belongs to.
    open var threadIdentifier: String { wire.threadIdentifier }
    /// The first line.
    open var title: String { wire.title }
    /// The whole payload of a push, or what the app put in.
    open var userInfo: [AnyHashable: Any] { wire.userInfo.userInfo }
    /// No longer used by the system.
    open var summaryArgument: String { wire.summaryArgument }
    /// No longer used by the system.
    open var summaryArgumentCount: Int { wire.summaryArgumentCount }
    /// What picks the scene that shows it.
    open var targetContentIdentifier: String? { wire.targetContentIdentifier }
    /// How loudly it interrupts.
    open var interruptionLevel: UNNotificationInterruptionLevel {
        UNNotificationInterruptionLevel(rawValue: wire.interruptionLevel) ?? .active
    }
    /// Its rank in the summary, from 0 to 1.
    open var relevanceScore: Double { wire.relevanceScore }
    /// What a Focus filter compares.
    open var filterCriteria: String? { wire.filterCriteria }

    /// Two contents are equal when they show and carry the same.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationContent)?.wire == wire }
    /// Agrees with `isEqual`.
    open override var hash: Int { wire.hashValue }
}
