import PushCrypto

@testable import APNsSimulator

/// The key of the sender; no input is signed with it.
private let key: ES256.PrivateKey = {
    do { return try ES256.PrivateKey.generate() } catch { fatalError("the fuzz target cannot be set up: \(error)") }
}()

/// A provider token as a stranger may write it, alone and as the value of `authorization`.
///
/// What is read has the ids that Apple asks for, both ways of reading it agree, and nobody's signature passes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProviderToken(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start else { return 0 }
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    _ = Authorization(text)
    let authorization = Authorization("bearer \(text)")
    guard let token = try? ProviderToken(parsing: text) else { return 0 }
    precondition(!token.keyID.isEmpty && !token.teamID.isEmpty)
    precondition(!token.isSigned(by: key.publicKey), "a token that nobody signed passes")
    guard let authorization else { return 0 }
    precondition(authorization.token == token)
    precondition(Authorization.isID(token.keyID) && Authorization.isID(token.teamID))
    return 0
}
