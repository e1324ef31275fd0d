import Foundation
import Locking
import ProcessLocal

/// A copy of a device, from which another one is set up.
public struct DeviceBackup: Sendable {
    let folder: URL
    let isEncrypted: Bool
    let keychain: [KeychainItem]
    let settings: [String: WireSettings]

    /// Deletes the copy.
    public func delete() { try? FileManager.default.removeItem(at: folder) }
}

/// What a new phone knows of the old one.
extension SimulatedDevice {
    /// Copies the folders of the installed apps; an encrypted backup holds the Keychain, too, but for what must not leave
    /// the device.
    ///
    /// Apple documentation, `kSecAttrAccessible`. That an unencrypted backup holds nothing of the Keychain is general knowledge,
    /// and so is that notifications stay allowed or forbidden: neither is verified on a device.
    public func backUp(encrypted isEncrypted: Bool = true) throws -> DeviceBackup {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tidings-backup-\(UUID().uuidString)")
        let (apps, keychain) = state.withLock { ($0.apps, $0.keychain) }
        do {
            for app in apps.values { try app.containers.copy(to: folder) }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw DeviceError(.storage, "Cannot back \(name) up: \(error).")
        }
        return DeviceBackup(
            folder: folder, isEncrypted: isEncrypted,
            keychain: isEncrypted ? keychain.filter { !$0.isForThisDeviceOnly } : [],
            settings: apps.mapValues(\.settings))
    }

    /// Sets the device up from a backup of another one; the apps have to be installed, and none may run.
    ///
    /// Tokens are not part of a backup: each app gets a new one when it registers. Pending notifications are not either, which
    /// is unverified on a device.
    public func restore(_ backup: DeviceBackup) throws {
        let apps = state.withLock { $0.apps }
        if let missing = backup.settings.keys.sorted().first(where: { apps[$0] == nil }) {
            throw DeviceError(.unknownApp, "The backup holds \(missing). Install it on \(name) first.")
        }
        for (bundleID, settings) in backup.settings {
            guard let app = apps[bundleID] else { continue }
            end(bundleID, reason: "restored")
            do {
                try app.containers.restore(from: backup.folder)
            } catch {
                throw DeviceError(.storage, "Cannot restore \(bundleID): \(error).")
            }
            update(bundleID) { $0.settings = settings }
        }
        state.withLock { $0.keychain = backup.keychain }
        timeline.add(.restored, ["encrypted": "\(backup.isEncrypted)"])
    }
}

extension KeychainItem {
    /// Whether its accessibility ends in `ThisDeviceOnly`.
    fileprivate var isForThisDeviceOnly: Bool { accessible.hasSuffix("u") }
}
