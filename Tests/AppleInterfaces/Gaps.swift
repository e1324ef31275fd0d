// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What Apple's Foundation and C library have and those of Linux do not; compiled into each module that is checked.
import Foundation

struct FileProtectionType: Hashable, RawRepresentable, Sendable {
    let rawValue: String
    static let completeUntilFirstUserAuthentication = FileProtectionType(rawValue: "")
}
extension FileAttributeKey { static var protectionKey: FileAttributeKey { FileAttributeKey(rawValue: "") } }
extension FileManager {
    func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { nil }
}
func sysctlbyname(
    _ name: UnsafePointer<CChar>?, _ old: UnsafeMutableRawPointer?, _ oldLength: UnsafeMutablePointer<Int>?,
    _ new: UnsafeMutableRawPointer?, _ newLength: Int
) -> Int32 { -1 }
@discardableResult
func memset_s(_ start: UnsafeMutableRawPointer?, _ length: Int, _ value: Int32, _ count: Int) -> Int32 { 0 }
