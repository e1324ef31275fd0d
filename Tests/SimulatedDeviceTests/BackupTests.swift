import ProcessLocal
import Security
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BackupTests {
    private func item(_ account: String, _ accessible: CFString) -> CFDictionary {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: account,
            kSecAttrAccessible: accessible, kSecValueData: Data(account.utf8),
        ]
    }

    private func find(_ account: String) -> OSStatus {
        SecItemCopyMatching(
            [kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: account], nil)
    }

    private func makePhone() async throws -> TestPhone {
        let test = try await SimulatedDeviceTests.makePhone(
            delegate: { ScriptedDelegate { UIApplication.shared.registerForRemoteNotifications() } }, ready: false)
        return test
    }

    @Test(.rows("F16", "F12"), arguments: [true, false])
    func `a backup brings files, and an encrypted one the Keychain but for this device's own items, to another phone`(
        isEncrypted: Bool
    ) async throws {
        let old = try await makePhone()
        old.device.changeSettings(allow: true, for: bundleID)
        try await old.phone.launch()
        _ = try await old.timeline.first("app.didRegister")
        try await old.inApp {
            #expect(SecItemAdd(item("moves", kSecAttrAccessibleAfterFirstUnlock), nil) == errSecSuccess)
            let own = item("stays", kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
            #expect(SecItemAdd(own, nil) == errSecSuccess)
            let containers = SimulatedProcess.current.containers
            try Data("mine".utf8).write(to: containers.home.appendingPathComponent("defaults"))
            let group = try #require(containers.group("group.dev.tidings"))
            try Data("ours".utf8).write(to: group.appendingPathComponent("journal"))
            try Data("gone".utf8).write(to: containers.home.appendingPathComponent("tmp/cache"))
        }
        let backup = try old.device.backUp(encrypted: isEncrypted)

        let new = try await makePhone()
        try new.device.restore(backup)
        backup.delete()
        #expect(new.phone.token == nil)
        #expect(new.device.authorizationStatus(of: bundleID) == UNAuthorizationStatus.authorized.rawValue)
        try await new.phone.launch()
        _ = try await new.timeline.first("app.didRegister")
        #expect(new.phone.token != old.phone.token)
        try await new.inApp {
            #expect(find("moves") == (isEncrypted ? errSecSuccess : errSecItemNotFound))
            #expect(find("stays") == errSecItemNotFound)
            let containers = SimulatedProcess.current.containers
            let home = containers.home
            #expect(try String(contentsOf: home.appendingPathComponent("defaults"), encoding: .utf8) == "mine")
            #expect(!FileManager.default.fileExists(atPath: home.appendingPathComponent("tmp/cache").path))
            let group = try #require(containers.group("group.dev.tidings"))
            #expect(try String(contentsOf: group.appendingPathComponent("journal"), encoding: .utf8) == "ours")
        }
        await old.phone.stop()
        await new.phone.stop()
    }

    @Test(.rows("F16")) func `a backup of an app that is not installed is refused`() async throws {
        let old = try await makePhone()
        let backup = try old.device.backUp()
        let empty = try SimulatedDevice(courier: DirectCourier())
        #expect(throws: DeviceError.self) { try empty.restore(backup) }
        backup.delete()
        await old.phone.stop()
        await empty.stop()
    }
}
