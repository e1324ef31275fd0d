import Foundation
import PushModel

/// Decides what has to be said to the server about this install, as a value without any side effect.
///
/// Events go in through the mutating functions, `nextStep` says what to do. The persistent part survives in the
/// session file; what only concerns this launch is not encoded.
package struct Registration: Codable, Sendable, Equatable {
    /// The token that APNs gave this install.
    package struct Token: Codable, Sendable, Equatable {
        /// Lowercase hex.
        package var hex: String
        /// The environment it belongs to.
        package var environment: PushEnvironment

        /// Describes a token.
        package init(hex: String, environment: PushEnvironment) {
            self.hex = hex
            self.environment = environment
        }
    }

    /// What the server last confirmed.
    package struct Confirmation: Codable, Sendable, Equatable {
        /// The device's id.
        package var deviceID: String
        /// The subscriber it belongs to.
        package var subscriber: SubscriberIdentity
        /// Exactly what was registered.
        package var device: DeviceRegistration
    }

    /// A device that a logout left behind on the server.
    package struct Farewell: Codable, Sendable, Equatable {
        /// The device's id.
        package var deviceID: String
        /// The subscriber who logged out.
        package var subscriber: SubscriberIdentity
    }

    /// An anonymous past that belongs to somebody, as the server does not know yet.
    package struct Merge: Codable, Sendable, Equatable {
        /// The anonymous id that the server knows.
        package var anonymousID: String
        /// Who it turned out to be.
        package var subscriber: SubscriberIdentity
        /// The device, as it was registered under the anonymous id.
        package var deviceID: String?
    }

    /// What has to be done next.
    package enum Step: Sendable, Equatable {
        /// Tell the server whose an anonymous past is.
        case merge(Merge)
        /// Tell the server that a subscriber left this device.
        case unregister(Farewell)
        /// Register or refresh the device; `deviceID` is nil for the first time.
        case register(DeviceRegistration, deviceID: String?)
        /// Nothing.
        case none
    }

    /// Names this install; a restore to another phone gets a new one.
    package private(set) var installID: String
    /// The person that the install speaks for.
    package private(set) var subscriber: SubscriberIdentity
    /// Earlier anonymous ids of the same person: a push addressed to one of them is still theirs.
    package private(set) var aliases: [String] = []
    /// The current token.
    package private(set) var token: Token?
    /// The permission last seen; nil before it was ever looked at.
    package private(set) var permission: NotificationPermission?
    /// What the server has.
    package private(set) var confirmation: Confirmation? {
        didSet { lastDeviceID = confirmation?.deviceID ?? oldValue?.deviceID ?? lastDeviceID }
    }
    /// The id under which the server knows this install, or last did: whoever left is spoken for under it.
    package private(set) var lastDeviceID: String?
    /// Logouts that the server does not know of yet, oldest first.
    package private(set) var farewells: [Farewell] = []

    /// The token for pushes of calls; nil where the install never had to do with calls.
    package private(set) var callToken: DeviceRegistration.CallToken?

    // Optional because files of earlier versions do not have them.
    private var callsAreUnique: Bool?
    private var hasOptedOut: Bool?
    private var pendingMerges: [Merge]?
    /// The newest anonymous id under which the server has heard of this install.
    private var announcedAnonymous: String?
    /// Whether this token takes the place of those of the person's other devices; nil means no.
    private var isUnique: Bool?
    private var isDueInThisLaunch = true
    private var isRefused = false
    private var renewalsLeft = Self.renewalsPerLaunch

    /// How many times a launch asks APNs again after the server called the token dead.
    private static let renewalsPerLaunch = 1

    private enum CodingKeys: String, CodingKey {
        case installID, subscriber, aliases, token, permission, confirmation, farewells, hasOptedOut
        case pendingMerges, announcedAnonymous, isUnique, lastDeviceID, callToken, callsAreUnique
    }

    /// Starts a fresh install.
    package init(installID: String, subscriber: SubscriberIdentity) {
        self.installID = installID
        self.subscriber = subscriber
    }

    // MARK: Events

    /// The app says who uses it.
    package mutating func identify(_ identity: SubscriberIdentity) {
        guard identity != subscriber else { return }
        if subscriber.isAnonymous {
            // The same person under a new name: what was sent to the anonymous id is theirs.
            aliases.append(subscriber.id)
            if isAnnounced(subscriber.id) { owe(mergeOf: subscriber.id, into: identity) }
        } else if subscriber.id != identity.id {
            aliases = []
        }
        // The newest proof of who somebody is counts.
        pendingMerges = pendingMerges?.map { merge in
            var merge = merge
            if merge.subscriber.id == identity.id { merge.subscriber = identity }
            return merge
        }
        subscriber = identity
        isRefused = false
    }

    /// Whether the server may know an anonymous id; it has nothing to join of one that it never heard of.
    private func isAnnounced(_ anonymousID: String) -> Bool {
        announcedAnonymous == anonymousID || confirmation?.subscriber.id == anonymousID
    }

    private mutating func owe(mergeOf anonymousID: String, into identity: SubscriberIdentity) {
        guard !merges.contains(where: { $0.anonymousID == anonymousID }) else { return }
        pendingMerges =
            merges + [
                Merge(anonymousID: anonymousID, subscriber: identity, deviceID: confirmation?.deviceID)
            ]
    }

    /// The person left; the next one starts anonymous.
    package mutating func logOut(next: SubscriberIdentity) {
        takeLeave()
        aliases = []
        subscriber = next
        isRefused = false
    }

    /// The app wants no pushes on this device any more; events and messages go on.
    package mutating func optOut() {
        guard !isOptedOut else { return }
        hasOptedOut = true
        token = nil
        takeLeave()
        isRefused = false
    }

    /// The server is to forget what it has confirmed.
    private mutating func takeLeave() {
        guard let confirmation else { return }
        farewells.append(Farewell(deviceID: confirmation.deviceID, subscriber: confirmation.subscriber))
        self.confirmation = nil
    }

    /// The app wants pushes again, on this device beside others or instead of them.
    package mutating func optIn(unique: Bool = false) {
        hasOptedOut = nil
        isUnique = unique ? true : nil
    }

    /// APNs handed out a token; one that nobody wants any more is not kept.
    package mutating func receive(_ token: Token) {
        guard !isOptedOut else { return }
        if token != self.token { isRefused = false }
        self.token = token
    }

    /// PushKit handed out a token for calls, or took it back, or the app wants no calls any more.
    package mutating func receive(callToken hex: String?) {
        guard hex != nil || callToken != nil else { return }
        if hex != callToken?.hex { isRefused = false }
        callToken = .init(hex: hex)
    }

    /// The app wants calls, on this device beside others or instead of them.
    package mutating func wantCalls(unique: Bool) { callsAreUnique = unique ? true : nil }

    /// The permission was looked at; true if it is a change worth an event.
    ///
    /// The first look counts only if the person has decided already.
    package mutating func observe(_ permission: NotificationPermission) -> Bool {
        defer { self.permission = permission }
        guard let known = self.permission else { return permission == .authorized || permission == .denied }
        return known != permission
    }

    /// The file came from a backup of another phone: be a new install and leave the old one alone.
    package mutating func becomeNewInstall(id: String) {
        installID = id
        token = nil
        callToken = nil
        confirmation = nil
        lastDeviceID = nil
        farewells = []
        pendingMerges = nil
        announcedAnonymous = nil
    }

    /// The server accepted a registration; true if APNs has to be asked for another token.
    ///
    /// The sender is who the subscriber was when the request went out; it may have changed meanwhile.
    package mutating func confirm(
        _ answer: RegisteredDevice, of device: DeviceRegistration, by sender: SubscriberIdentity
    ) -> Bool {
        confirmation = Confirmation(deviceID: answer.id, subscriber: sender, device: device)
        isDueInThisLaunch = false
        if sender.isAnonymous { announcedAnonymous = sender.id }
        // A name may have been given while the anonymous registration was on its way.
        if aliases.contains(sender.id) { owe(mergeOf: sender.id, into: subscriber) }
        // Of whoever left meanwhile, or wants no pushes any more, the server has just heard otherwise.
        let hasLeft = subscriber.isAnonymous && !recipients.contains(sender.id)
        if hasLeft || isOptedOut && device.token != nil { takeLeave() }
        guard answer.tokenStatus == "invalid", device.token != nil, renewalsLeft > 0 else { return false }
        renewalsLeft -= 1
        return true
    }

    /// The server has joined an anonymous past, or never will.
    package mutating func confirm(_ merge: Merge) {
        pendingMerges = merges.filter { $0.anonymousID != merge.anonymousID }
        if merges.isEmpty { pendingMerges = nil }
    }

    /// The server accepted a farewell, or does not know the device anyway.
    package mutating func confirm(_ farewell: Farewell) {
        farewells.removeAll { $0 == farewell }
    }

    /// The server does not know the device id any more: register as if for the first time.
    package mutating func forgetDevice() {
        confirmation = nil
    }

    /// The server refused the registration for good: wait for another identity, token or launch.
    package mutating func refuse() {
        isRefused = true
    }

    /// Registers again although nothing changed, as after a new token that looks like the old one.
    package mutating func insist() {
        isDueInThisLaunch = true
        isRefused = false
    }

    // MARK: Decisions

    /// The subscribers whose messages this install may show.
    package var recipients: [String] { [subscriber.id] + aliases }

    /// Whether the app wants no pushes on this device.
    package var isOptedOut: Bool { hasOptedOut == true }

    /// Whether the server does not know yet that the anonymous person has a name.
    package var hasPendingMerge: Bool {
        merges.contains { $0.subscriber.id == subscriber.id }
            || !aliases.isEmpty && confirmation?.subscriber.id != subscriber.id
    }

    /// Anonymous pasts that the server has to join, oldest first.
    package var merges: [Merge] { pendingMerges ?? [] }

    /// Whether APNs must be asked for a token at launch: permission was given before, or there was a token once.
    package func needsToken(permission: NotificationPermission) -> Bool {
        !isOptedOut && (permission == .authorized || permission == .provisional || token != nil)
    }

    /// The registration that describes the install as it is.
    package func device(
        facts: DeviceFacts, environment: PushEnvironment, encryption: DeviceRegistration.Encryption?
    ) -> DeviceRegistration {
        DeviceRegistration(
            installId: installID, bundleId: facts.bundleID, token: token?.hex,
            environment: (token?.environment ?? environment).rawValue,
            permission: (permission ?? .notDetermined).rawValue, locale: facts.locale, timeZone: facts.timeZone,
            sdkVersion: tidingsVersion, appVersion: facts.appVersion, osVersion: facts.osVersion, model: facts.model,
            capabilities: .init(serviceExtension: facts.hasServiceExtension), encryption: encryption, unique: isUnique,
            // Calls are for people with a name: until there is one, the token is kept here.
            voipToken: subscriber.isAnonymous ? callToken.map { _ in .init(hex: nil) } : callToken,
            voipUnique: callsAreUnique)
    }

    /// What to do next so that the server knows this install as it is.
    ///
    /// Where nobody is registered anonymously, it waits until the app has said who uses it.
    package func nextStep(for device: DeviceRegistration, registersAnonymously: Bool = true) -> Step {
        // Before anything moves or ends what it speaks of. Refused proof of who this is has to be replaced first.
        if let merge = merges.first(where: { !isRefused || $0.subscriber.id != subscriber.id }) { return .merge(merge) }
        if let farewell = farewells.first { return .unregister(farewell) }
        guard !isRefused, registersAnonymously || !subscriber.isAnonymous else { return .none }
        if let confirmation, !isDueInThisLaunch, confirmation.subscriber == subscriber, confirmation.device == device {
            return .none
        }
        return .register(device, deviceID: confirmation?.deviceID)
    }
}
