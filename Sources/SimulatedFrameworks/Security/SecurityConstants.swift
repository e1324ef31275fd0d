/// It worked.
public let errSecSuccess: OSStatus = 0
/// An argument makes no sense.
public let errSecParam: OSStatus = -50
/// The Keychain cannot be used.
public let errSecNotAvailable: OSStatus = -25291
/// There is such an item already.
public let errSecDuplicateItem: OSStatus = -25299
/// There is no such item.
public let errSecItemNotFound: OSStatus = -25300
/// The item needs an unlocked device.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// The program may not use that access group.
public let errSecMissingEntitlement: OSStatus = -34018

/// Key: which kind of item.
public let kSecClass: CFString = "class"
/// The kind: a password for a service and an account.
public let kSecClassGenericPassword: CFString = "genp"
/// Key: the service.
public let kSecAttrService: CFString = "svce"
/// Key: the account.
public let kSecAttrAccount: CFString = "acct"
/// Key: the group of programs that share the item.
public let kSecAttrAccessGroup: CFString = "agrp"
/// Key: when the item can be read.
public let kSecAttrAccessible: CFString = "pdmn"
/// Key: the secret itself.
public let kSecValueData: CFString = "v_Data"
/// Key: whether the secret is wanted.
public let kSecReturnData: CFString = "r_Data"
/// Key: whether everything but the secret is wanted.
public let kSecReturnAttributes: CFString = "r_Attributes"
/// Key: how many items are wanted.
public let kSecMatchLimit: CFString = "m_Limit"
/// One item; the default.
public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// Every item.
public let kSecMatchLimitAll: CFString = "m_LimitAll"

/// Readable while the device is unlocked; the default.
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// Readable while the device is unlocked, and never restored to another one.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// Readable from the first unlock after a start on.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Readable from the first unlock after a start on, and never restored to another device.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
