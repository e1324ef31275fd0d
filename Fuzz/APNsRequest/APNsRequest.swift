import Foundation
import HTTP2
import PushCrypto
import Timekeeping

@testable import APNsSimulator

/// A request as a stranger may write it, given to the checks of the simulated APNs, and its provider token on its own.
///
/// The first byte chooses. A request is a line with method and path, a line for each header field, an empty line and the
/// body. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAPNsRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let input = UnsafeBufferPointer(start: start + 1, count: count - 1)
    switch start[0] % 4 {
    case 0: Service.registered.check(Request(input).fields)
    case 1: Service.anyKey.check(Request(input).fields)
    case 2: Service.anyKey.answerChannel(Request(input).fields)
    default: readToken(String(decoding: input, as: UTF8.self))
    }
    return 0
}

/// A token that is taken apart has what APNs looks at, and only its own key finds it signed.
private func readToken(_ text: String) {
    _ = Authorization("bearer \(text)")
    guard let token = try? ProviderToken(parsing: text) else { return }
    precondition(!token.keyID.isEmpty && !token.teamID.isEmpty)
    precondition(!token.isSigned(by: Service.key.publicKey), "a token that nobody signed passes")
    guard let authorization = Authorization("bearer \(text)") else { return }
    precondition(authorization.token == token)
    precondition(Authorization.isID(token.keyID) && Authorization.isID(token.teamID))
}
