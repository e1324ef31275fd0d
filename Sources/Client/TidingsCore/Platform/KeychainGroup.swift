import Foundation
import Security

extension DiagnosisFacts.KeychainGroup {
    /// Asks the Keychain for the shared group, without reading what is in it.
    package init(named group: String) {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "tidings",
            kSecAttrAccessGroup as String: group,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]
        #if os(macOS)
            query[kSecUseDataProtectionKeychain as String] = true
        #endif
        query[kSecReturnData as String] = false
        switch SecItemCopyMatching(query as CFDictionary, nil) {
        case errSecSuccess, errSecItemNotFound: self = .usable
        case errSecMissingEntitlement: self = .notEntitled
        default: self = .unknown
        }
    }
}
