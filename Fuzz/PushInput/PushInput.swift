import Foundation
import PushModel

/// What a stranger can send, given to what reads it: nothing may crash, and what is accepted must be what was sent.
///
/// The first byte chooses the reader, the rest is its input. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPushInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 5 {
    case 0: scan(input)
    case 1: readPayload(input)
    case 2: _ = try? MessageContent(parsing: input)
    case 3: _ = try? SealedContent(decrypted: input)
    default: readNames(String(decoding: input, as: UTF8.self))
    }
    return 0
}

/// The scanner accepts nothing that Foundation refuses, and reads the same value.
private func scan(_ input: [UInt8]) {
    guard let value = try? JSONScanner.value(of: input), isRepresentable(value) else { return }
    guard let theirs = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed) else {
        fatalError("the scanner accepts what Foundation refuses")
    }
    guard let ours = value.any as? NSObject, let theirs = theirs as? NSObject, isPlain(value) else { return }
    precondition(ours.isEqual(theirs), "the scanner reads another value than Foundation")
}

/// Whether each number fits a double; JSON's grammar allows more, Foundation does not.
private func isRepresentable(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object): object.members.allSatisfy { isRepresentable($0.value) }
    case .array(let values): values.allSatisfy(isRepresentable)
    case .number(let number): number.double != nil
    default: true
    }
}

/// Whether Foundation keeps the value: keys once, numbers within what it rounds alike.
private func isPlain(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object): object.duplicateKey == nil && object.members.allSatisfy { isPlain($0.value) }
    case .array(let values): values.allSatisfy(isPlain)
    case .number(let number): number.int != nil
    default: true
    }
}

private func readPayload(_ input: [UInt8]) {
    guard let value = try? JSONValue(parsing: input), case .object(let object) = value else { return }
    _ = PushPayload.isTidings(object.userInfo)
    _ = PushPayload(userInfo: object.userInfo)
    _ = PushPayload(json: input)
    _ = APS(object)
    _ = Envelope(object)
}

private func readNames(_ text: String) {
    if let token = try? DeviceToken(text) { precondition((try? DeviceToken(token.hex)) == token) }
    if let version = SemanticVersion(text) { precondition(!(version < version)) }
    _ = Identifier(.message, parsing: text)
}
