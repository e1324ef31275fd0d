import Foundation
import HTTP2
import PushCrypto
import Timekeeping

@testable import APNsSimulator

/// A request as a stranger may write it, given to the checks of the simulated APNs.
///
/// The first byte chooses. A request is a line with method and path, a line for each header field, an empty line and the
/// body. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAPNsRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let input = UnsafeBufferPointer(start: start + 1, count: count - 1)
    switch start[0] % 3 {
    case 0: Service.registered.check(Request(input).fields)
    case 1: Service.anyKey.check(Request(input).fields)
    default: Service.anyKey.answerChannel(Request(input).fields)
    }
    return 0
}
