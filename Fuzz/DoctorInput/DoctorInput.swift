import Foundation
import ProjectDoctor
import PushCrypto
import XcodeProject

/// What lies around an app and is not ours: an Info.plist, a provider token, a device token, a provisioning profile, a source
/// file, a key; the first byte says which.
///
/// Nothing may crash, and what is said of it holds. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDoctorInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count).dropFirst())
    switch start[0] % 6 {
    case 0: list(bytes)
    case 1: providerToken(String(decoding: bytes, as: UTF8.self))
    case 2: deviceToken(String(decoding: bytes, as: UTF8.self))
    case 3: profile(bytes)
    case 4: source(bytes, isSwift: count % 2 == 0)
    default: _ = KeyEvidence(path: "AuthKey_ABC123DEFG.p8", text: String(decoding: bytes, as: UTF8.self))
    }
    return 0
}

private func list(_ bytes: [UInt8]) {
    guard let list = PropertyListFile(bytes: bytes, url: URL(fileURLWithPath: "/Info.plist"), path: "Info.plist") else {
        return
    }
    _ = list.extensionPoint
    let lines = 1 + bytes.count(where: { $0 == 10 || $0 == 13 }) + bytes.count / 2
    for key in list.values.keys {
        _ = (list.string(key), list.strings(key), list.dictionary(key))
        if let line = list.line(of: key) { precondition((1...lines).contains(line), "a line that is not there") }
    }
}

private func providerToken(_ text: String) {
    guard let token = try? ProviderToken(parsing: text) else { return }
    precondition(!token.keyID.isEmpty && !token.teamID.isEmpty)
    _ = (KeyEvidence.isID(token.keyID), KeyEvidence.isID(token.teamID))
}

private func deviceToken(_ text: String) {
    let token = DeviceTokenText(text)
    guard let hex = token.hex else { return }
    precondition(DeviceTokenText(hex).form == .hexadecimal, "digits that are not taken for digits")
    precondition(hex.utf8.count == 2 * (token.byteCount ?? -1))
}

private func profile(_ bytes: [UInt8]) {
    guard let profile = try? ProvisioningProfile(bytes) else { return }
    _ = (profile.kind, profile.covers("com.example.app"), profile.environment, profile.certificates)
    precondition(profile.isWildcard || profile.covers(profile.bundleID), "a profile that does not cover its own app")
}

private func source(_ bytes: [UInt8], isSwift: Bool) {
    let file = SourceFile(bytes, path: isSwift ? "a.swift" : "a.m")
    let breaks = bytes.count(where: { $0 == 10 })
    precondition(file.code.utf8.count(where: { $0 == 10 }) == breaks, "a line is lost")
    for block in file.blocks {
        _ = (block.kind, block.isLaunch)
        precondition(block.range.upperBound <= file.code.utf8.count)
    }
    for match in file.matches("delegate", /delegate/) {
        precondition(file.line(at: match.range.lowerBound) <= breaks + 1)
    }
}
