public import Foundation
internal import ProcessLocal

/// What a notification shows and carries, while it is being put together.
open class UNMutableNotificationContent: UNNotificationContent {
    /// Pictures, sounds and films.
    open override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set { wire.attachments = newValue.map(\.wire) }
    }
    /// The app's new badge; nil leaves it alone, 0 removes it.
    open override var badge: NSNumber? {
        get { super.badge }
        set { wire.badge = newValue?.intValue }
    }
    /// The main text.
    open override var body: String {
        get { super.body }
        set { wire.body = newValue }
    }
    /// The category that defines its buttons.
    open override var categoryIdentifier: String {
        get { super.categoryIdentifier }
        set { wire.categoryIdentifier = newValue }
    }
    /// The launch picture of an older kind of app.
    open override var launchImageName: String {
        get { super.launchImageName }
        set { wire.launchImageName = newValue }
    }
    /// The sound.
    open override var sound: UNNotificationSound? {
        get { super.sound }
        set { wire.sound = newValue?.wire }
    }
    /// The second line.
    open override var subtitle: String {
        get { super.subtitle }
        set { wire.subtitle = newValue }
    }
    /// The group it belongs to.
    open override var threadIdentifier: String {
        get { super.threadIdentifier }
        set { wire.threadIdentifier = newValue }
    }
    /// The first line.
    open override var title: String {
        get { super.title }
        set { wire.title = newValue }
    }
    /// What goes with it; property-list values only.
    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { wire.userInfo = WireValue(newValue) }
    }
    /// No longer used by the system.
    open override var summaryArgument: String {
        get { super.summaryArgument }
        set { wire.summaryArgument = newValue }
    }
    /// No longer used by the system.
    open override var summaryArgumentCount: Int {
        get { super.summaryArgumentCount }
        set { wire.summaryArgumentCount = newValue }
    }
    /// What picks the scene that shows it.
    open override var targetContentIdentifier: String? {
        get { super.targetContentIdentifier }
        set { wire.targetContentIdentifier = newValue }
    }
    /// How loudly it interrupts.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { wire.interruptionLevel = newValue.rawValue }
    }
    /// Its rank in the summary, from 0 to 1.
    open override var relevanceScore: Double {
        get { super.relevanceScore }
        set { wire.relevanceScore = newValue }
    }
    /// What a Focus filter compares.
    open override var filterCriteria: String? {
        get { super.filterCriteria }
        set { wire.filterCriteria = newValue }
    }
}
