public import Foundation
package import ProcessLocal

/// The uniform type identifier of an attachment, instead of the one its file name suggests.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
/// Whether the thumbnail is hidden.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "UNNotificationAttachmentOptionsThumbnailHiddenKey"
/// Which part of the picture is the thumbnail.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
/// Which frame of a film is the thumbnail.
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A picture, sound or film that belongs to a notification.
open class UNNotificationAttachment: NSObject {
    package let wire: WireAttachment

    package init(wire: WireAttachment) { self.wire = wire }

    /// Checks a file and describes it; the system moves it into its store when the notification is delivered.
    ///
    /// The type comes from the file name's extension, or from the hint where there is one and the device heeds it.
    public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        let isHeeded = SimulatedProcess.currentIfAny?.environment[AttachmentRules.ignoredHintSetting] == nil
        let hint = isHeeded ? options?[UNNotificationAttachmentOptionsTypeHintKey] as? String : nil
        let type = try AttachmentRules.check(URL, typeHint: hint)
        self.init(
            wire: WireAttachment(
                identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: URL, type: type))
    }

    /// Names it among the notification's attachments.
    open var identifier: String { wire.identifier }
    /// Where the file is; after delivery in the system's store.
    open var url: URL { wire.url }
    /// Its uniform type identifier.
    open var type: String { wire.type }
}
