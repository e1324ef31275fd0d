import Foundation
import TidingsCore

/// A provisioning profile as it may lie in an app: a signed container of any shape, with a property list, or without.
///
/// Nothing may crash, and the answer hangs on the list alone: neither on what stands before it nor on how the bytes are
/// held. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProvisioningProfile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start else { return 0 }
    let profile = Data(UnsafeBufferPointer(start: start, count: count))
    let environment = PushEnvironment(embeddedProfile: profile)
    let isNamed = PushEnvironment.isNamed(inEmbeddedProfile: profile)
    precondition(environment == .production || isNamed, "a sandbox that no entitlement names")
    // A part of a larger file, whose first index is not zero.
    let held = (Data([0x30, 0x82]) + profile + Data([0x31])).dropFirst(2).dropLast()
    precondition(PushEnvironment(embeddedProfile: held) == environment, "a part of a file is read in another way")
    precondition(PushEnvironment.isNamed(inEmbeddedProfile: held) == isNamed)
    let signed = Data([0x30, 0x82, 0x0c, 0x1f, 0x06, 0x09]) + profile + Data([0xa0, 0x82])
    precondition(PushEnvironment(embeddedProfile: signed) == environment, "the container changes the answer")
    return 0
}
