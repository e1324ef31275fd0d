import Foundation
import PushModel
import UserNotifications

/// What the system is told about an attachment beside its file.
///
/// Never its type: the hint of a payload can be wrong, and the file's own bytes have given it its extension.
package enum AttachmentOptions {
    /// The options of an attachment; nil where the system's defaults are meant.
    package static func dictionary(for media: Attachment) -> [AnyHashable: Any]? {
        var options: [AnyHashable: Any] = [:]
        if media.isThumbnailHidden {
            options[UNNotificationAttachmentOptionsThumbnailHiddenKey] = NSNumber(value: true)
        }
        if let clip = media.thumbnailClipping {
            // The dictionary that Core Graphics makes of a rectangle, with its keys.
            let rectangle = ["X": clip.x, "Y": clip.y, "Width": clip.width, "Height": clip.height]
            options[UNNotificationAttachmentOptionsThumbnailClippingRectKey] = rectangle.mapValues(
                NSNumber.init(value:))
        }
        if let time = media.thumbnailTime {
            options[UNNotificationAttachmentOptionsThumbnailTimeKey] = NSNumber(value: time)
        }
        return options.isEmpty ? nil : options
    }

    /// Names for attachments: those of the payload as far as they are plain and different, else numbers.
    package static func identifiers(for media: [Attachment]) -> [String] {
        var taken: Set<String> = []
        return media.enumerated().map { index, item in
            if let id = item.id, isPlain(id), taken.insert(id).inserted { return id }
            let number = "tidings-attachment-\(index + 1)"
            taken.insert(number)
            return number
        }
    }

    /// Whether a name could be part of a file's name without doing harm.
    private static func isPlain(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count) && !id.hasPrefix(".") && !id.hasPrefix("tidings-attachment-")
            && id.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }
}
