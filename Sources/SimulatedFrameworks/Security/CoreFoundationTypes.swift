// Foundation on Linux shows none of CoreFoundation's types. As Swift's own ones, `query as CFDictionary` and
// `kSecClass as String` compile here as they do on Apple's platforms.

/// A dictionary as Security takes it.
public typealias CFDictionary = [String: Any]
/// A string as Security names things.
public typealias CFString = String
/// An object as Security hands it out: `NSData`, `NSDictionary` or `NSArray`.
public typealias CFTypeRef = AnyObject
/// The outcome of a call, 0 for success.
public typealias OSStatus = Int32
