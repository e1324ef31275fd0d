import TidingsCore

extension Tidings {
    /// Who uses this device, as far as the SDK knows; nil before `configure` and before the first unlock.
    public static func subscriber() async -> CurrentSubscriber? {
        await FacadeInstance.current.configured("subscriber")?.currentSubscriber()
    }

    /// Says that the app wants no pushes on this device any more; works offline, `registerForPush` takes it back.
    ///
    /// The server is told in the name of whoever used the device when it was called, also if they have left meanwhile.
    public static func unregisterForPush() {
        FacadeInstance.current.configured("unregisterForPush")?.commands.yield(.optOut)
    }

    /// Makes a new pair of keys for encrypted messages; the SDK does so by itself every 90 days.
    ///
    /// The server hears of it with the next registration. What was sealed for the old pair opens for another 30 days.
    public static func rotateKeys() {
        FacadeInstance.current.configured("rotateKeys")?.commands.yield(.rotateKeys)
    }
}

/// Who uses this device.
public struct CurrentSubscriber: Sendable, Equatable {
    /// Your id of the person, or the anonymous one that the SDK made.
    public let id: String
    /// Whether nobody was identified yet.
    public let isAnonymous: Bool
    /// Whether the person was identified, but the server has not yet joined them with their anonymous past.
    public let hasPendingMerge: Bool
    /// Whether pushes were switched off by `unregisterForPush`.
    public let isUnregistered: Bool

    init(_ registration: Registration) {
        id = registration.subscriber.id
        isAnonymous = registration.subscriber.isAnonymous
        hasPendingMerge = registration.hasPendingMerge
        isUnregistered = registration.isOptedOut
    }
}

extension PushClient {
    /// Who uses this device.
    func currentSubscriber() async -> CurrentSubscriber? {
        await earlierCommands()
        return await openParts()?.install.session.map { CurrentSubscriber($0.registration) }
    }
}
