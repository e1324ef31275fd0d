import Foundation
import Locking
import PushModel
import TidingsCore
import Timekeeping
import UserNotifications

/// The notification centre's delegate: answers for messages of ours and lets everyone else have their say.
///
/// Every completion runs exactly once, on the main thread, even if a peer never answers or answers twice.
final class NotificationRelay: NSObject, UNUserNotificationCenterDelegate, Sendable {
    /// How long a peer may take; the system gives up on the app a little later.
    private static let peerLimit = Duration.seconds(8)

    private struct WeakPeer {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
    }

    private typealias Call = RelayRounds.Call

    private struct State {
        var peers: [WeakPeer] = []
        /// Who had the place before us.
        var displaced: WeakPeer?
        var rounds = RelayRounds()
        var foreign = Configuration.ForegroundPresentation.banner
        var handlesRemoteTaps = true
        /// The types of delegates that have taken our place.
        var replacements: [String] = []
        /// The types of peers that did not answer in time.
        var silent: Set<String> = []
    }

    private let state = Locked(State())
    private let log = Locked<ClientLog?>(nil)

    /// Adds somebody who hears of everything too; a peer that goes away is forgotten.
    func add(_ delegate: any UNUserNotificationCenterDelegate) {
        guard delegate !== self else { return }
        let peer = Carried(delegate)
        state.withLock { state in
            state.peers.removeAll { $0.delegate == nil || $0.delegate === peer.object }
            state.peers.append(WeakPeer(delegate: peer.object))
        }
    }

    /// Takes the place of the centre's delegate and keeps the one that was there as a peer.
    func install() {
        let center = UNUserNotificationCenter.current()
        if let present = center.delegate {
            add(present)
            if present !== self {
                let peer = Carried(present)
                state.withLock { $0.displaced = WeakPeer(delegate: peer.object) }
            }
        }
        center.delegate = self
    }

    /// Gives the place back to whoever had it, for an app that keeps it to itself and said so after the launch method.
    func giveBack() {
        let center = UNUserNotificationCenter.current()
        guard center.delegate === self else { return }
        let before = state.withLock { state in
            let before = state.displaced?.delegate
            state.displaced = nil
            state.peers.removeAll { $0.delegate === before }
            return before.map { Carried($0) }
        }
        center.delegate = before?.object
    }

    /// Takes the place back that another delegate has taken, and keeps that one as a peer.
    func rechain() {
        let center = UNUserNotificationCenter.current()
        guard center.delegate !== self else { return }
        if let present = center.delegate {
            let name = "\(type(of: present))"
            state.withLock { if !$0.replacements.contains(name) { $0.replacements.append(name) } }
            log.withLock { $0 }?(
                .warning, "Another notification delegate had taken the place of Tidings and is called after it now",
                ("delegate", name))
        }
        install()
    }

    /// Takes over what is configured, and where to report which peers answered.
    func adopt(_ configuration: Configuration, log: ClientLog) {
        self.log.withLock { $0 = log }
        state.withLock { state in
            state.foreign = configuration.foreignForegroundPresentation
            state.handlesRemoteTaps = configuration.handlesRemoteTaps
        }
    }

    /// How the relay stands among the app's delegates.
    struct Health: Sendable, Equatable {
        /// Whether the notification centre calls us.
        var isInstalled: Bool
        /// The types of those that are called after us.
        var peers: [String]
        /// The types of those that had taken our place.
        var replacements: [String]
        /// The types of those that did not answer in time.
        var silent: [String]
    }

    /// Looks at how the relay stands.
    var health: Health {
        let isInstalled = UNUserNotificationCenter.current().delegate === self
        return state.withLock { state in
            Health(
                isInstalled: isInstalled, peers: state.peers.compactMap { $0.delegate.map { "\(type(of: $0))" } },
                replacements: state.replacements, silent: state.silent.sorted())
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        let call = Call(method: "willPresent", identifier: notification.request.identifier, date: notification.date)
        // A peer that wraps us and is wrapped by us would go round for ever.
        let turn = begin(call)
        if case .circle = turn {
            let isOurs = Tidings.isTidings(notification.request.content.userInfo)
            return completionHandler(isOurs ? [] : foreignOptions(for: notification))
        }
        let (center, notification) = (Carried(center), Carried(notification))
        ProcessWork.start { [self] in
            let incoming = IncomingNotification(notification.object)
            if case .again(let answer) = turn {
                let options =
                    if let incoming { await FacadeInstance.current.options(for: incoming) } else {
                        answer ?? foreignOptions(for: notification.object)
                    }
                return await MainActor.run { completionHandler(options) }
            }
            let options: UNNotificationPresentationOptions
            if let incoming {
                tellPeers(of: notification, in: center, call)
                options = await FacadeInstance.current.options(for: incoming)
            } else {
                options = await peersOptions(for: notification, in: center)
                end(call, options)
            }
            FacadeInstance.current.tell(ofPresented: notification.object, options: options)
            await MainActor.run { completionHandler(options) }
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let notification = response.notification
        let call = Call(
            method: "didReceive" + response.actionIdentifier, identifier: notification.request.identifier,
            date: notification.date)
        guard case .first = begin(call) else { return completionHandler() }
        let (center, response) = (Carried(center), Carried(response))
        ProcessWork.start { [self] in
            if isHandled(response.object) { await FacadeInstance.current.receive(response) }
            for peer in peers(beside: center.object) {
                let answer: Void?? = await limited(peer) { await peer.didReceive(response, in: center) }
                note(peer, "didReceive", isAnswered: answer != nil)
            }
            end(call)
            await MainActor.run { completionHandler() }
        }
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        let peers = peers(beside: center)
        let (center, notification) = (Carried(center), Carried(notification))
        ProcessWork.start {
            for peer in peers { await peer.openSettings(for: notification, in: center) }
        }
    }

    /// Lets peers hear of a message of ours; they do not decide about it, and we do not wait for them.
    ///
    /// The call is over when they are done: until then one that wraps us hands it back to us.
    private func tellPeers(
        of notification: Carried<UNNotification>, in center: Carried<UNUserNotificationCenter>, _ call: Call
    ) {
        ProcessWork.start { [self] in
            await withTaskGroup(of: Void.self) { group in
                for peer in peers(beside: center.object) {
                    group.addTask { _ = await self.limited(peer) { await peer.willPresent(notification, in: center) } }
                }
            }
            end(call)
        }
    }

    private func peersOptions(
        for notification: Carried<UNNotification>, in center: Carried<UNUserNotificationCenter>
    ) async -> UNNotificationPresentationOptions {
        if let decision = await decision(about: notification, in: center) { return decision }
        // If nobody implements the method it is as if these delegates were alone; if all have gone, as if there were none.
        return peers(beside: center.object).isEmpty ? foreignOptions(for: notification.object) : []
    }

    /// The answer of the first peer that has one; all are asked.
    private func decision(
        about notification: Carried<UNNotification>, in center: Carried<UNUserNotificationCenter>
    ) async -> UNNotificationPresentationOptions? {
        var decision: UNNotificationPresentationOptions?
        for peer in peers(beside: center.object) {
            let answer = await limited(peer) { await peer.willPresent(notification, in: center) }
            note(peer, "willPresent", isAnswered: answer != nil)
            if decision == nil, let answer { decision = answer }
        }
        return decision
    }

    /// Those to forward to: not one that has taken our place and forwards to us itself.
    private func peers(beside center: UNUserNotificationCenter) -> [Peer] {
        let caller = center.delegate.map { Carried($0) }
        return state.withLock { state in
            state.peers.compactMap { $0.delegate }.filter { $0 !== caller?.object }.map { Peer($0) }
        }
    }

    /// How a notification appears that is nobody's: as its sender says, else as configured.
    private func foreignOptions(for notification: UNNotification) -> UNNotificationPresentationOptions {
        NotifyKitOptions(userInfo: notification.request.content.userInfo)?.foreground.map { .init($0) }
            ?? state.withLock { $0.foreign.options }
    }

    /// Whether a response is for the SDK: what the app itself put up always is.
    private func isHandled(_ response: UNNotificationResponse) -> Bool {
        state.withLock { $0.handlesRemoteTaps } || !(response.notification.request.trigger is UNPushNotificationTrigger)
    }

    private func begin(_ call: Call) -> RelayRounds.Turn { state.withLock { $0.rounds.begin(call) } }

    private func end(_ call: Call, _ answer: UNNotificationPresentationOptions? = nil) {
        state.withLock { $0.rounds.end(call, answer) }
    }

    private func note(_ peer: Peer, _ method: String, isAnswered: Bool) {
        log.withLock { $0 }?(
            .debug, "Another notification delegate was called", ("peer", peer.name), ("method", method),
            ("answered", String(isAnswered)))
    }

    /// The answer of a peer, or nil if it takes too long.
    private func limited<Answer: Sendable>(
        _ peer: Peer, _ ask: @escaping @Sendable () async -> Answer?
    ) async -> Answer? {
        let answer = await TimeLimit.run(Self.peerLimit, time: ProcessWork.time, ask)
        if answer == nil { state.withLock { _ = $0.silent.insert(peer.name) } }
        return answer ?? nil
    }
}
