import Foundation
import Testing

@testable import ProjectDoctor

@Suite struct EvidenceTests {
    private static let hex = String(repeating: "0fA1", count: 16)

    @Test(arguments: [
        (hex, DeviceTokenText.Form.hexadecimal, 32 as Int?),
        ("<\(String(repeating: "0fa10fa1 ", count: 8).dropLast())>", .separated, 32),
        ("0F:A1:0F:A1", .separated, 4),
        (Data((0..<32).map { UInt8($0 * 7) }).base64EncodedString(), .base64, 32),
        ("{length = 32, bytes = 0x0fa10fa1 0fa10fa1 ... 0fa10fa1 }", .description, nil),
        ("ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]", .expo, nil),
        ("cVx9_abcDEF123:APA91b\(String(repeating: "x", count: 130))", .firebase, nil),
        ("hello", .unknown, nil), ("", .unknown, nil), ("0fa", .unknown, nil),
    ])
    func `the form of a device token is told, and its bytes where they are in it`(
        text: String, form: DeviceTokenText.Form, count: Int?
    ) {
        let token = DeviceTokenText(text)
        #expect(token.form == form)
        #expect(token.byteCount == count)
    }

    @Test func `a profile says for which app, devices and pushes it is`() throws {
        let profile = try ProvisioningProfile(try SignedProfile.profile())
        #expect(profile.name == "Kiosk Profile")
        #expect(profile.applicationID == "TEAM123456.com.example.kiosk")
        #expect(profile.bundleID == "com.example.kiosk")
        #expect(profile.environment == .sandbox)
        #expect(profile.kind == .development)
        #expect(profile.appGroups == ["group.com.example.kiosk"])
        #expect(profile.isIntact)
        #expect(profile.certificates.map(\.name) == ["Example Signer"])
        #expect(try ProvisioningProfile(SignedProfile.profile(debuggable: false)).kind == .adHoc)
        #expect(try ProvisioningProfile(SignedProfile.profile(devices: nil)).kind == .appStore)
    }

    @Test func `what is no profile is refused with a sentence`() throws {
        for bytes in [[], Array("<plist/>".utf8), [0x30, 0x80, 0x06], SignedProfile.signed(Array("text".utf8))] {
            #expect(throws: ProvisioningProfile.Fault.self) { try ProvisioningProfile(bytes) }
        }
        // Cut anywhere it is refused, or at least not taken for whole.
        let whole = try SignedProfile.profile()
        for count in stride(from: 0, to: whole.count - 1, by: 97) {
            let part = try? ProvisioningProfile(Array(whole.prefix(count)))
            #expect(part?.isIntact != true)
        }
    }

    @Test(arguments: [
        ("AuthKey_ABC123DEFG.p8", "ABC123DEFG" as String?), ("a/b/AuthKey_ABC123DEFG (2).p8", "ABC123DEFG"),
        ("key.p8", nil), ("AuthKey_.p8", nil),
    ])
    func `the key id is in the file's name as Apple gives it`(path: String, id: String?) {
        #expect(KeyEvidence.keyID(inFileName: path) == id)
    }
}
