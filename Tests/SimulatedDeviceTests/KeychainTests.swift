import ProcessLocal
import Security
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct KeychainTests {
    private let group = "group.dev.tidings"

    private func makeLaunched() async throws -> (TestPhone, SimulatedProcess) {
        let test = try await makePhone()
        try await test.phone.launch()
        return (test, try #require(test.device.inProcessApp(bundleID)))
    }

    private func item(_ account: String, group: String? = nil, accessible: String? = nil) -> CFDictionary {
        var item: [String: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: account,
            kSecValueData: Data(account.utf8),
        ]
        if let group { item[kSecAttrAccessGroup] = group }
        if let accessible { item[kSecAttrAccessible] = accessible }
        return item
    }

    private func find(_ account: String, group: String? = nil) -> (OSStatus, Data?) {
        var query: [String: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: account, kSecReturnData: true,
        ]
        if let group { query[kSecAttrAccessGroup] = group }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query, &result)
        return (status, result as? Data)
    }

    @Test func `items are added once, found, changed and deleted, each within the groups of the app`() async throws {
        let (test, process) = try await makeLaunched()
        SimulatedProcess.$bound.withValue(process) {
            #expect(SecItemAdd(item("a"), nil) == errSecSuccess)
            #expect(SecItemAdd(item("a"), nil) == errSecDuplicateItem)
            #expect(SecItemAdd(item("a", group: group), nil) == errSecSuccess)
            #expect(SecItemAdd(item("a", group: "group.of.others"), nil) == errSecMissingEntitlement)
            #expect(find("a") == (errSecSuccess, Data("a".utf8)))
            #expect(find("nobody") == (errSecItemNotFound, nil))
            let query: [String: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a", kSecAttrAccessGroup: group,
            ]
            #expect(SecItemUpdate(query, [kSecValueData: Data("b".utf8)]) == errSecSuccess)
            #expect(find("a", group: group) == (errSecSuccess, Data("b".utf8)))
            #expect(SecItemDelete(query) == errSecSuccess)
            #expect(SecItemDelete(query) == errSecItemNotFound)
            #expect(SecItemAdd([kSecClass: "keys"], nil) == errSecParam)
        }
        await test.phone.stop()
    }

    @Test(.rows("F51", "F8")) func `a locked device keeps what is for an unlocked one, a fresh start everything`()
        async throws
    {
        let (test, process) = try await makeLaunched()
        SimulatedProcess.$bound.withValue(process) {
            _ = SecItemAdd(item("open"), nil)
            _ = SecItemAdd(item("always", accessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly), nil)
        }
        await test.phone.lock()
        SimulatedProcess.$bound.withValue(process) {
            #expect(find("open") == (errSecInteractionNotAllowed, nil))
            #expect(find("always").0 == errSecSuccess)
            #expect(SecItemAdd(item("new"), nil) == errSecInteractionNotAllowed)
        }
        await test.device.restart()
        try await test.push(#"{"aps":{"content-available":1}}"#, type: "background", until: .wakeAnswered)
        let woken = try #require(test.device.inProcessApp(bundleID))
        SimulatedProcess.$bound.withValue(woken) { #expect(find("always").0 == errSecItemNotFound) }
        await test.phone.unlock()
        SimulatedProcess.$bound.withValue(woken) {
            #expect(find("always").0 == errSecSuccess)
            #expect(find("open").0 == errSecSuccess)
        }
        await test.phone.stop()
    }

    @Test(.rows("F16")) func `the Keychain outlives the app, its folders do not`() async throws {
        let (test, process) = try await makeLaunched()
        try SimulatedProcess.$bound.withValue(process) {
            _ = SecItemAdd(item("kept"), nil)
            try Data("x".utf8).write(to: process.containers.home.appendingPathComponent("file"))
        }
        try await test.device.uninstall(bundleID)
        try test.device.install(test.app)
        try await test.phone.launch()
        let again = try #require(test.device.inProcessApp(bundleID))
        SimulatedProcess.$bound.withValue(again) { #expect(find("kept").0 == errSecSuccess) }
        #expect(!FileManager.default.fileExists(atPath: again.containers.home.appendingPathComponent("file").path))
        await test.phone.stop()
    }

    @Test(.rows("F42")) func `the settings button tells the notification, and nothing when it is the one in Settings`()
        async throws
    {
        let test = try await makePhone(delegate: { SettingsDelegate() })
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, collapseID: "c", until: .shown)
        try await test.device.openNotificationSettings(of: bundleID, from: "c")
        try await test.device.openNotificationSettings(of: bundleID)
        let notes = test.timeline.all("app.openSettings").map { $0["from"] }
        #expect(notes == ["c", "none"])
        await test.phone.stop()
    }
}

/// Notes where the settings were opened from.
@MainActor
private final class SettingsDelegate: DelegateNotes, UIApplicationDelegate {
    private let center = SettingsCenter()

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = center
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

private final class SettingsCenter: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        SimulatedProcess.current.log("openSettings", ["from": notification?.request.identifier ?? "none"])
    }
}
