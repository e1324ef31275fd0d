import Foundation
import PushModel
import TidingsCore
import Timekeeping

extension PushClient {
    /// What the app asks for without waiting; carried out in order.
    enum Command: Sendable {
        case launch
        case identify(SubscriberIdentity)
        case logOut
        case optOut
        case token(DeviceToken)
        case tokenFailed(String)
        case callToken(DeviceToken?)
        case wantCalls(unique: Bool)
        case track(String, JSONObject, at: Date)
        case attributes(JSONObject)
        case place(JSONObject)
        case choose(TopicChoice, topic: String)
        case rotateKeys
        case response(IncomingResponse, done: (@Sendable () -> Void)?)
        case consumersChanged
        case link(URL)
        case becameActive
        case enteredBackground
        case willTerminate
        case cameOnline
        case wasUnlocked
        /// The phone's time zone or locale is another.
        case settingsChanged
        /// Nothing by itself: whoever waits for it knows that everything before is done.
        case barrier(done: @Sendable () -> Void)
    }

    /// The most commands that are kept before the first unlock.
    static let heldLimit = 1_000

    /// How long events gather before they are sent.
    static let gathering = Duration.seconds(3)

    /// Works until the process ends or the task is cancelled.
    package func run() async {
        commands.yield(.launch)
        // Not a discarding group, which iOS 16 does not have.
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await command in self.commandStream { await self.carryOut(command) }
            }
            group.addTask { await self.synchroniseOnRings() }
        }
    }

    /// Plans a pass over to the server.
    nonisolated func synchronise(after delay: Duration = .zero) { rings.yield(delay) }

    /// Waits until everything is done that the app asked for before, such as `identify`.
    func earlierCommands() async {
        let isDone = SingleAnswer<Bool>()
        commands.yield(.barrier(done: { isDone.give(true) }))
        _ = await isDone.value
    }

    private func carryOut(_ command: Command) async {
        guard let parts = await openParts() else { return hold(command) }
        let early = held
        held = []
        for command in early { await carryOut(command, parts) }
        await carryOut(command, parts)
    }

    /// Keeps what the app said before the first unlock: it is said once per launch, and that launch goes on afterwards.
    private func hold(_ command: Command) {
        switch command {
        case .launch, .identify, .logOut, .optOut, .token, .tokenFailed, .callToken, .wantCalls, .track, .attributes,
            .place, .choose, .rotateKeys, .link:
            if held.count < Self.heldLimit { held.append(command) }
        case .response(let response, let done):
            if held.count < Self.heldLimit { held.append(.response(response, done: nil)) }
            done?()
        case .barrier(let done):
            done()
        case .consumersChanged, .becameActive, .enteredBackground, .willTerminate, .cameOnline, .wasUnlocked,
            .settingsChanged:
            break
        }
    }

    private func carryOut(_ command: Command, _ parts: Parts) async {
        switch command {
        case .launch:
            await launch(parts)
        case .identify(let identity):
            let known = await parts.install.session?.registration.subscriber
            if let known, !known.isAnonymous, known.id != identity.id {
                await parts.planner.leave()
                await parts.usage.changedHands()
            }
            await parts.install.identify(identity)
            await parts.planner.refresh()
            synchronise()
        case .logOut:
            await parts.planner.leave()
            await parts.usage.changedHands()
            await parts.install.logOut()
            await parts.planner.refresh()
            synchronise()
        case .optOut:
            await parts.install.optOut()
            synchronise()
        case .token(let token):
            tokenFailures = 0
            await parts.install.receive(token: token)
            tokens.announce(.token(token))
            synchronise()
        case .tokenFailed(let reason):
            parts.environment.log(.warning, "APNs gave no device token", ("error", reason))
            tokens.announce(.failed)
            askAgainForToken(parts)
        case .callToken(let token):
            await parts.install.receive(callToken: token?.hex)
            synchronise()
        case .wantCalls(let isUnique):
            await parts.install.wantCalls(unique: isUnique)
            synchronise()
        case .track(let name, let data, let moment):
            await parts.install.track(name, data: data, at: moment)
            await parts.planner.happened(name)
            synchronise(after: Self.gathering)
        case .attributes(let attributes):
            await parts.install.setAttributes(attributes)
            synchronise(after: Self.gathering)
        case .place(let place):
            await parts.install.setPlace(place)
            synchronise(after: Self.gathering)
        case .choose(let choice, let topic):
            await parts.install.choose(choice, for: topic)
            synchronise()
        case .rotateKeys:
            await parts.install.rotateKeys(onlyIfWorn: false)
            synchronise()
        case .response(let response, let done):
            await parts.desk.receive(response)
            if configuration.clearing == .tappedThread, response.envelope != nil, response.tap.action == nil,
                !response.isDismissal
            {
                await ThreadClearing.clear(threadOf: response.tap.requestID, threadID: response.threadID)
            }
            // A button may have woken a suspended app, which stands still again as soon as this is done.
            await parts.planner.refresh()
            done?()
            synchronise()
        case .barrier(let done):
            done()
        case .consumersChanged:
            let hasTaps = await parts.desk.deliver()
            let hasLinks = await parts.links.deliver()
            if hasTaps || hasLinks { synchronise(after: Self.gathering) }
        case .link(let url):
            await parts.links.receive(url)
            synchronise(after: Self.gathering)
        case .becameActive:
            launch.settle()
            await parts.usage.appeared()
            await observePermission(parts)
            await parts.desk.deliver()
            await parts.planner.refresh()
            synchronise()
        case .enteredBackground:
            await parts.usage.disappeared()
            await parts.planner.refresh()
            synchronise()
        case .wasUnlocked, .settingsChanged:
            await parts.planner.refresh()
            synchronise()
        case .cameOnline:
            synchronise()
        case .willTerminate:
            break
        }
    }

    /// Every launch asks APNs again and registers again: tokens change with restores, reinstalls and updates.
    private func launch(_ parts: Parts) async {
        await parts.usage.passed()
        await parts.install.rotateKeys(onlyIfWorn: true)
        await observePermission(parts)
        let permission = await dependencies.system.permission()
        if await parts.install.session?.registration.needsToken(permission: permission) == true {
            await tokens.request(dependencies.system.registerForRemoteNotifications)
        }
        await parts.desk.deliver()
        await parts.planner.refresh()
        synchronise()
    }

    func observePermission(_ parts: Parts) async {
        await parts.install.observe(await dependencies.system.permission())
    }

    private func synchroniseOnRings() async {
        for await delay in ringStream {
            guard let time = try? parts().environment.time else { continue }
            let moment = time.uptime + delay
            // At most a few are under way: one that is not earlier than what is planned starts nothing.
            guard schedule.request(at: moment) else { continue }
            ProcessWork.start {
                guard (try? await time.sleep(until: moment)) != nil else { return }
                await self.pass(time)
            }
        }
    }

    private func pass(_ time: any TimeSource) async {
        guard schedule.begin(at: time.uptime), let parts = await openParts() else { return }
        // The app may have left the screen, or leave it at any moment: without this the pass would be frozen half-way.
        await dependencies.system.stayAwake { await self.pass(parts) }
    }

    private func pass(_ parts: Parts) async { await follow(parts.install.synchronise(), parts) }

    /// Does what a pass over to the server calls for: asks APNs for another token, plans the next pass.
    func follow(_ outcome: Install.SynchroniseOutcome, _ parts: Parts) async {
        if outcome == .needsToken {
            parts.environment.log(.info, "The token leads nowhere any more; APNs is asked again")
            await parts.install.insistOnRegistration()
            await tokens.request(dependencies.system.registerForRemoteNotifications)
        }
        if let pause = schedule.pause(after: outcome) { synchronise(after: pause) }
    }
}
