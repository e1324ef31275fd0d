import Foundation
import Locking
import ProcessLocal

/// Status codes of the Keychain, as `Security` declares them.
private enum KeychainStatus {
    static let success: Int32 = 0
    static let duplicate: Int32 = -25299
    static let notFound: Int32 = -25300
    static let interactionNotAllowed: Int32 = -25308
    static let missingEntitlement: Int32 = -34018
}

extension SimulatedDevice {
    /// One call of the Keychain, for a program that may use some access groups.
    ///
    /// Items outlive the app. On a locked device those for an unlocked one cannot be used, and before the first unlock
    /// after a start none is found: that it is "not found" rather than "not allowed" was seen on phones.
    func keychain(_ call: KeychainCall, groups: [String]) -> DeviceReply {
        state.withLock { state in
            guard state.wasUnlocked else { return .keychain(status: KeychainStatus.notFound, items: []) }
            let isLocked = state.isLocked
            switch call {
            case .add(var item):
                if item.accessGroup.isEmpty { item.accessGroup = groups.first ?? "" }
                guard groups.contains(item.accessGroup) else { return .status(KeychainStatus.missingEntitlement) }
                guard !isLocked || item.isReadableWhileLocked else {
                    return .status(KeychainStatus.interactionNotAllowed)
                }
                guard !state.keychain.contains(where: { $0.isSame(as: item) }) else {
                    return .status(KeychainStatus.duplicate)
                }
                state.keychain.append(item)
                return .keychain(status: KeychainStatus.success, items: [item])
            case .find(let query, let limit):
                let (status, matches) = Self.matches(query, groups, state)
                guard status == KeychainStatus.success else { return .status(status) }
                return .keychain(status: status, items: matches.prefix(limit ?? .max).map { state.keychain[$0] })
            case .update(let query, let data, let accessible):
                let (status, matches) = Self.matches(query, groups, state)
                for index in matches {
                    if let data { state.keychain[index].data = data }
                    if let accessible { state.keychain[index].accessible = accessible }
                }
                return .status(status)
            case .delete(let query):
                let (status, matches) = Self.matches(query, groups, state)
                for index in matches.reversed() { state.keychain.remove(at: index) }
                return .status(status)
            }
        }
    }

    private static func matches(
        _ query: KeychainQuery, _ groups: [String], _ state: DeviceState
    ) -> (Int32, [Int]) {
        if let group = query.accessGroup, !groups.contains(group) { return (KeychainStatus.missingEntitlement, []) }
        let all = state.keychain.indices.filter { index in
            let item = state.keychain[index]
            return groups.contains(item.accessGroup)
                && (query.service ?? item.service) == item.service
                && (query.account ?? item.account) == item.account
                && (query.accessGroup ?? item.accessGroup) == item.accessGroup
        }
        if all.isEmpty { return (KeychainStatus.notFound, []) }
        let readable = all.filter { !state.isLocked || state.keychain[$0].isReadableWhileLocked }
        return readable.isEmpty
            ? (KeychainStatus.interactionNotAllowed, []) : (KeychainStatus.success, readable)
    }
}

extension DeviceReply {
    fileprivate static func status(_ status: Int32) -> DeviceReply { .keychain(status: status, items: []) }
}

extension KeychainItem {
    /// `AfterFirstUnlock` and its `ThisDeviceOnly` form.
    fileprivate var isReadableWhileLocked: Bool { accessible.hasPrefix("ck") }

    fileprivate func isSame(as other: KeychainItem) -> Bool {
        service == other.service && account == other.account && accessGroup == other.accessGroup
    }
}
