import Foundation
import Security

extension KeyVault {
    /// The Keychain item of the client, shared by the app and its extension through their group.
    ///
    /// Readable from the first unlock on, so that the extension works on a locked phone, and never restored to another.
    /// Without the group the item is the app's own: the app can decrypt then, the extension cannot.
    package static func keychain(group: String) -> KeyVault {
        KeyVault(
            read: {
                let reading = read(group: group)
                return reading == .absent ? read(group: nil) : reading
            },
            write: { content in
                var status = write(content, group: group)
                if status == errSecMissingEntitlement { status = write(content, group: nil) }
                try check(status)
            },
            create: { content in
                var status = add(content, group: group)
                if status == errSecMissingEntitlement { status = add(content, group: nil) }
                if status == errSecDuplicateItem { return false }
                try check(status)
                return true
            })
    }

    private static func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else {
            throw TidingsError(.storage, detail: "the Keychain answered \(status)")
        }
    }

    private static func item(group: String?) -> [String: Any] {
        var item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "tidings",
            kSecAttrAccount as String: "payload-keys",
        ]
        if let group { item[kSecAttrAccessGroup as String] = group }
        #if os(macOS)
            // A Mac's own keychain files know neither groups nor "after first unlock".
            item[kSecUseDataProtectionKeychain as String] = true
        #endif
        return item
    }

    private static func read(group: String?) -> Reading {
        var query = item(group: group)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &found) {
        case errSecSuccess: return (found as? Data).map { .found($0) } ?? .absent
        case errSecItemNotFound, errSecMissingEntitlement: return .absent
        default: return .unavailable
        }
    }

    private static func write(_ content: Data, group: String?) -> OSStatus {
        let change: [String: Any] = [kSecValueData as String: content]
        let status = SecItemUpdate(item(group: group) as CFDictionary, change as CFDictionary)
        return status == errSecItemNotFound ? add(content, group: group) : status
    }

    private static func add(_ content: Data, group: String?) -> OSStatus {
        var new = item(group: group)
        new[kSecValueData as String] = content
        new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return SecItemAdd(new as CFDictionary, nil)
    }
}
