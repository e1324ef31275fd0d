import Foundation
import ProcessLocal
import SimulatedDevice

/// The service extension of a rehearsal: it notes its calls, and hands the content on as the situation says.
final class StandInExtension: UNNotificationServiceExtension {
    /// The key that it adds to `userInfo`, by which one sees whose content arrives.
    static let mark = "changed-by-extension"

    private let situation: Situation

    init(_ situation: Situation) { self.situation = situation }

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let isReadable = SharedSecret.isReadable
        note(
            "didReceive(_:withContentHandler:)",
            arguments(of: request).merging(["keychain": isReadable ? "readable" : "not readable yet"]) { $1 },
            answer: situation.has(.lateExtension)
                ? "none" : situation.has(.emptyExtension) ? "content without a text" : "the content, with a key more")
        guard !situation.has(.lateExtension) else { return }
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        if situation.has(.emptyExtension) {
            content.title = ""
            content.subtitle = ""
            content.body = ""
        }
        content.userInfo[Self.mark] = true
        contentHandler(content)
    }

    override func serviceExtensionTimeWillExpire() { note("serviceExtensionTimeWillExpire()") }
}

/// An item of the Keychain that app and extension share, such as the keys of an encryption.
enum SharedSecret {
    private static var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "rehearsal",
            kSecAttrAccessGroup as String: StandInApp.group,
        ]
    }

    /// Keeps the item, readable from the first unlock on.
    static func keep() {
        var item = query
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
        item[kSecValueData as String] = Data("secret".utf8)
        _ = SecItemAdd(item as CFDictionary, nil)
    }

    /// Whether it can be read now.
    static var isReadable: Bool {
        var query = query
        query[kSecReturnData as String] = true
        var found: CFTypeRef?
        return SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess
    }
}
