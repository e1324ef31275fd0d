import Foundation
import TestSupport
import Testing
import TidingsCore

@Suite("The registration") struct RegistrationTests {
    private var registration = Registration(installID: "i1", subscriber: SubscriberIdentity(id: "anon_1"))

    private func device(_ registration: Registration) -> DeviceRegistration {
        registration.device(facts: .test, environment: .sandbox, encryption: nil)
    }

    private mutating func confirm(_ id: String = "dev_1", status: String? = nil) -> Bool {
        registration.confirm(
            RegisteredDevice(id: id, tokenStatus: status), of: device(registration), by: registration.subscriber)
    }

    /// What the next launch of the app reads from disk.
    private func relaunched() throws -> Registration {
        try JSONDecoder().decode(Registration.self, from: JSONEncoder().encode(registration))
    }

    @Test("A device registers at once, then only when something changed", .rows("B64", "CS-K8"))
    mutating func onlyOnChange() {
        #expect(registration.nextStep(for: device(registration)) == .register(device(registration), deviceID: nil))
        _ = confirm()
        #expect(registration.nextStep(for: device(registration)) == .none)
        registration.receive(.init(hex: "aa", environment: .sandbox))
        #expect(registration.nextStep(for: device(registration)) == .register(device(registration), deviceID: "dev_1"))
    }

    @Test("Every launch registers again, even with the same token", .rows("B64"))
    mutating func eachLaunch() throws {
        registration.receive(.init(hex: "aa", environment: .sandbox))
        _ = confirm()
        let next = try relaunched()
        #expect(next.nextStep(for: device(next)) == .register(device(next), deviceID: "dev_1"))
    }

    @Test(
        "A token is asked for at launch if permission was given or there was one", .rows("B64"),
        arguments: [
            (NotificationPermission.authorized, false, true), (.provisional, false, true), (.denied, false, false),
            (.notDetermined, false, false), (.denied, true, true), (.notDetermined, true, true),
        ])
    mutating func tokenAtLaunch(permission: NotificationPermission, hasToken: Bool, expected: Bool) {
        if hasToken { registration.receive(.init(hex: "aa", environment: .sandbox)) }
        #expect(registration.needsToken(permission: permission) == expected)
    }

    @Test("Of two tokens the newest is registered, once", .rows("CS-K2"))
    mutating func newestToken() {
        registration.receive(.init(hex: "aa", environment: .sandbox))
        registration.receive(.init(hex: "bb", environment: .sandbox))
        guard case .register(let device, _) = registration.nextStep(for: device(registration)) else {
            Issue.record("expected a registration")
            return
        }
        #expect(device.token == "bb")
        _ = confirm()
        registration.receive(.init(hex: "bb", environment: .sandbox))
        #expect(registration.nextStep(for: self.device(registration)) == .none)
    }

    @Test(
        "A logout is told before the next person registers, also after days without network", .rows("CS-K12", "CS-X1"))
    mutating func logout() throws {
        registration.identify(SubscriberIdentity(id: "ada"))
        _ = confirm()
        registration.logOut(next: SubscriberIdentity(id: "anon_2"))
        registration.identify(SubscriberIdentity(id: "bob"))
        var later = try relaunched()
        let farewell = try #require(later.farewells.first)
        #expect(farewell.deviceID == "dev_1" && farewell.subscriber.id == "ada")
        #expect(later.nextStep(for: device(later)) == .unregister(farewell))
        later.confirm(farewell)
        #expect(later.nextStep(for: device(later)) == .register(device(later), deviceID: nil))
    }

    @Test("After a login the anonymous past is still the same person; after a logout it is not", .rows("CS-X1"))
    mutating func recipients() {
        registration.identify(SubscriberIdentity(id: "ada"))
        #expect(registration.recipients == ["ada", "anon_1"])
        registration.identify(SubscriberIdentity(id: "bob"))
        #expect(registration.recipients == ["bob"])
        registration.logOut(next: SubscriberIdentity(id: "anon_2"))
        #expect(registration.recipients == ["anon_2"])
    }

    @Test(
        "A registration that was on its way when the person left is taken back, also where nobody is registered after them",
        .rows("C4", "C5"), arguments: [false, true])
    mutating func lateAnswer(optsOut: Bool) {
        let ada = SubscriberIdentity(id: "ada")
        registration = Registration(installID: "i1", subscriber: ada)
        registration.receive(.init(hex: "aa", environment: .sandbox))
        let sent = device(registration)
        if optsOut { registration.optOut() } else { registration.logOut(next: SubscriberIdentity(id: "anon_2")) }
        _ = registration.confirm(RegisteredDevice(id: "dev_1", tokenStatus: "active"), of: sent, by: ada)
        guard case .unregister(let farewell) = registration.nextStep(for: sent, registersAnonymously: false) else {
            Issue.record("expected a farewell")
            return
        }
        #expect(farewell.deviceID == "dev_1" && farewell.subscriber == ada)
    }

    @Test("A registration that was on its way at the login of somebody else is not taken back: theirs follows")
    mutating func overtaken() {
        _ = confirm()
        registration.identify(SubscriberIdentity(id: "ada"))
        let sent = device(registration)
        registration.identify(SubscriberIdentity(id: "bob"))
        _ = registration.confirm(
            RegisteredDevice(id: "dev_1", tokenStatus: nil), of: sent, by: SubscriberIdentity(id: "ada"))
        #expect(registration.farewells.isEmpty)
    }

    @Test("A dead token is replaced, but one that stays dead does not make a loop", .rows("CS-K6"))
    mutating func deadToken() throws {
        registration.receive(.init(hex: "aa", environment: .sandbox))
        #expect(confirm(status: "invalid") == true)
        registration.insist()
        #expect(confirm(status: "invalid") == false)
        registration = try relaunched()
        #expect(confirm(status: "invalid") == true)
    }

    @Test("What the server refuses is not repeated until something changes")
    mutating func refused() {
        registration.refuse()
        #expect(registration.nextStep(for: device(registration)) == .none)
        registration.identify(SubscriberIdentity(id: "ada", hash: "00"))
        #expect(registration.nextStep(for: device(registration)) != .none)
        registration.refuse()
        registration.receive(.init(hex: "aa", environment: .sandbox))
        #expect(registration.nextStep(for: device(registration)) != .none)
        registration.refuse()
        registration.receive(.init(hex: "aa", environment: .sandbox))
        #expect(registration.nextStep(for: device(registration)) == .none)
    }

    @Test("The first look at the permission counts only if the person has decided", .rows("B62"))
    mutating func permissionChanges() {
        var decided = registration
        #expect(registration.observe(.notDetermined) == false)
        #expect(registration.observe(.notDetermined) == false)
        #expect(registration.observe(.authorized) == true)
        #expect(registration.observe(.authorized) == false)
        #expect(registration.observe(.denied) == true)
        #expect(decided.observe(.denied) == true)
    }

    @Test(
        "The environment comes from the embedded profile", .rows("B65", "CS-K5"),
        arguments: [
            (
                "<plist version=\"1.0\"><dict><key>Entitlements</key><dict><key>aps-environment</key><string>development</string></dict></dict></plist>",
                PushEnvironment.sandbox
            ),
            (
                "<plist version=\"1.0\"><dict><key>Entitlements</key><dict><key>aps-environment</key><string>production</string></dict></dict></plist>",
                .production
            ),
            (
                "<plist version=\"1.0\"><dict><key>Entitlements</key><dict><key>aps-environment</key><string>other</string></dict></dict></plist>",
                .production
            ),
            (
                "<plist version=\"1.0\"><dict><key>Entitlements</key><dict><key>com.apple.developer.aps-environment</key><string>development</string></dict></dict></plist>",
                .sandbox
            ),
            ("<plist version=\"1.0\"><dict></dict></plist>", .production),
            ("no property list at all", .production),
        ])
    func environment(profile: String, expected: PushEnvironment) {
        // A profile is a signed container: bytes that are no text stand before and after the list.
        let content = Data([0x30, 0x82, 0xFF, 0x00]) + Data(profile.utf8) + Data([0x00, 0xA0, 0xFE])
        #expect(PushEnvironment(embeddedProfile: content) == expected)
        #expect(PushEnvironment(embeddedProfile: nil) == .production)
    }

    @Test("The version of the system is numbers, as the server compares them", arguments: [(0, "17.5"), (1, "17.5.1")])
    func systemVersion(patch: Int, expected: String) {
        let version = OperatingSystemVersion(majorVersion: 17, minorVersion: 5, patchVersion: patch)
        #expect(DeviceFacts.version(version) == expected)
    }
}
