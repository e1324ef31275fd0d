public import Foundation
package import ProcessLocal

/// A kind of notification: its buttons and how it behaves.
open class UNNotificationCategory: NSObject {
    package let wire: WireCategory

    package init(wire: WireCategory) { self.wire = wire }

    /// Describes a category.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
    }

    /// Describes a category with a text for hidden previews.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil, options: options)
    }

    /// Describes a category with texts for hidden previews and summaries.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            wire: WireCategory(
                identifier: identifier, actions: actions.map(\.wire), intentIdentifiers: intentIdentifiers,
                options: options.rawValue, hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder ?? "",
                categorySummaryFormat: categorySummaryFormat ?? ""))
    }

    /// Its name, to which a notification refers.
    open var identifier: String { wire.identifier }
    /// Its buttons.
    open var actions: [UNNotificationAction] { wire.actions.map(UNNotificationAction.make) }
    /// Intents it is related to.
    open var intentIdentifiers: [String] { wire.intentIdentifiers }
    /// How it behaves.
    open var options: UNNotificationCategoryOptions { UNNotificationCategoryOptions(rawValue: wire.options) }
    /// Text shown where previews are hidden.
    open var hiddenPreviewsBodyPlaceholder: String { wire.hiddenPreviewsBodyPlaceholder }
    /// Text of the summary.
    open var categorySummaryFormat: String { wire.categorySummaryFormat }

    /// Two categories are equal when nothing in them differs.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationCategory)?.wire == wire }
    /// Agrees with `isEqual`.
    open override var hash: Int { wire.hashValue }
}
