internal import Foundation
internal import ProcessLocal

/// Stores a new item.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let query = KeychainQuery(attributes) else { return errSecParam }
    let item = KeychainItem(
        service: query.service ?? "", account: query.account ?? "", accessGroup: query.accessGroup ?? "",
        accessible: attributes[kSecAttrAccessible] as? String ?? kSecAttrAccessibleWhenUnlocked,
        data: attributes[kSecValueData] as? Data ?? Data())
    let (status, items) = ask(.add(item))
    if status == errSecSuccess { result?.pointee = output(items, attributes) }
    return status
}

/// Finds items; without a limit the first one.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let wanted = KeychainQuery(query) else { return errSecParam }
    let isAll = query[kSecMatchLimit] as? String == kSecMatchLimitAll
    let limit = isAll ? nil : (query[kSecMatchLimit] as? Int ?? 1)
    let (status, items) = ask(.find(wanted, limit: limit))
    if status == errSecSuccess { result?.pointee = output(items, query) }
    return status
}

/// Changes items.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    guard let wanted = KeychainQuery(query), !attributesToUpdate.isEmpty else { return errSecParam }
    return ask(
        .update(
            wanted, data: attributesToUpdate[kSecValueData] as? Data,
            accessible: attributesToUpdate[kSecAttrAccessible] as? String)
    ).status
}

/// Deletes items.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    guard let wanted = KeychainQuery(query) else { return errSecParam }
    return ask(.delete(wanted)).status
}

private func ask(_ call: KeychainCall) -> (status: OSStatus, items: [KeychainItem]) {
    guard case .keychain(let status, let items) = SimulatedProcess.current.callNow(.keychain(call)) else {
        return (errSecNotAvailable, [])
    }
    return (status, items)
}

private func output(_ items: [KeychainItem], _ query: CFDictionary) -> CFTypeRef? {
    let wantsData = query[kSecReturnData] as? Bool ?? false
    let wantsAttributes = query[kSecReturnAttributes] as? Bool ?? false
    guard wantsData || wantsAttributes else { return nil }
    let objects: [NSObject] = items.map { item in
        guard wantsAttributes else { return NSData(data: item.data) }
        var attributes: [String: Any] = [
            kSecAttrService: item.service, kSecAttrAccount: item.account, kSecAttrAccessGroup: item.accessGroup,
            kSecAttrAccessible: item.accessible,
        ]
        if wantsData { attributes[kSecValueData] = item.data }
        return NSDictionary(dictionary: attributes)
    }
    return query[kSecMatchLimit] as? String == kSecMatchLimitAll ? NSArray(array: objects) : objects.first
}

extension KeychainQuery {
    /// Nil for any kind of item but a generic password, the only one that the simulated Keychain keeps.
    fileprivate init?(_ attributes: CFDictionary) {
        guard attributes[kSecClass] as? String == kSecClassGenericPassword else { return nil }
        self.init(
            service: attributes[kSecAttrService] as? String, account: attributes[kSecAttrAccount] as? String,
            accessGroup: attributes[kSecAttrAccessGroup] as? String)
    }
}
