import Foundation
import Locking
import ProcessLocal
import PushModel
import SimulatedDevice
import Storage
import TidingsCalls
import TidingsCore
import Timekeeping

/// Three phones, two of one person, the server that they talk to, and whoever calls.
final class CallWorld: Sendable {
    let server: SoakServer
    let phones: [Phone]
    let apple: CallApple
    let time: VirtualTime
    private let memories: [CallMemory]
    private let ways: [Way]
    private let pace: Pace
    private let folder: URL
    private let stalls: Locked<[String]>
    private let state = Locked((calls: [String](), unreported: [Int: Int](), faults: [String]()))

    /// Sets everything up; nothing runs on the phones yet.
    static func make(_ plan: CallPlan) async throws -> CallWorld {
        let stalls = Locked<[String]>([])
        // On a machine that has much else to do, nothing moves for many seconds.
        let time = VirtualTime(stallLimit: .seconds(60)) { stall in
            stalls.withLock { $0.append("a hold was forgotten: \(stall)") }
        }
        let apple = CallApple(time: time)
        let folder = World.memoryFolder.appendingPathComponent("tidings-calls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = try await SoakServer.start(in: folder.appendingPathComponent("server"), time: time) {
            apple.take($0)
        }
        return try CallWorld(plan, folder, time, server, apple, stalls)
    }

    private init(
        _ plan: CallPlan, _ folder: URL, _ time: VirtualTime, _ server: SoakServer, _ apple: CallApple,
        _ stalls: Locked<[String]>
    ) throws {
        (self.folder, self.time, self.server, self.apple, self.stalls) = (folder, time, server, apple, stalls)
        pace = Pace(time)
        var calls = CallsConfiguration()
        calls.usesLiveConnection = plan.isLive
        calls.maximumCallGroups = plan.groupLimit
        let memories = CallPlan.owners.map { CallMemory(user: $0, configuration: calls) }
        let ways = CallPlan.owners.indices.map { Way(to: server, time: time, seed: plan.seed &+ UInt64($0)) }
        (self.memories, self.ways) = (memories, ways)
        var configuration = DeviceConfiguration()
        configuration.tellsWhetherToReport = plan.tellsWhetherToReport
        phones = try CallPlan.owners.indices.map { index in
            try Phone(
                name: "phone \(index)",
                app: AppDefinition(
                    bundleID: bundleID, program: .app { CallApp(memories[index], ways[index]) },
                    appGroups: ["group.\(bundleID)"], capabilities: [.push, .remoteNotificationMode, .voIPMode]),
                courier: apple.couriers[index], time: time, configuration: configuration,
                directory: folder.appendingPathComponent("phone\(index)"))
        }
    }

    // MARK: What happened

    /// The calls that were made, oldest first.
    var calls: [String] { state.withLock { $0.calls } }
    var faults: [String] { state.withLock { $0.faults } + pace.faults + apple.faults + stalls.withLock { $0 } }

    /// How many pushes the app of each phone says that it did not report.
    var unreported: [Int: Int] { state.withLock { $0.unreported } }

    private func blame(_ fault: String) { state.withLock { $0.faults.append(fault) } }

    // MARK: Going on

    /// Launches the apps, until the server knows the tokens of all phones.
    func begin() async {
        for index in phones.indices { await carryOut(CallMove(step: .launch(index))) }
        await carryOut(CallMove(step: .wait(seconds: 2)))
        let devices = (try? await server.devices()) ?? []
        let ready = devices.count { $0.voipToken != nil && $0.token != nil && CallPlan.owners.contains($0.externalID) }
        if ready != phones.count { blame("only \(ready) phones are registered") }
    }

    func carryOut(_ move: CallMove) async {
        await pace.carryOut(move.description, isHasty: move.isHasty) { await self.perform(move.step) }
    }

    private func perform(_ step: CallStep) async {
        switch step {
        case .ring(let people, let seconds): await ring(people, seconds)
        case .cancel(let age): await act("cancel", age)
        case .end(let age): await act("end", age)
        case .acceptElsewhere(let age, let user): await act("accept", age, ["subscriber": .string(user)])
        case .declineElsewhere(let age, let user): await act("decline", age, ["subscriber": .string(user)])
        case .answer(let phone): try? await phones[phone].device.answerCall()
        case .decline(let phone): try? await phones[phone].device.declineCall()
        case .hangUp(let phone): try? await phones[phone].device.hangUp()
        case .hold(let phone): try? await phones[phone].device.holdCall(true)
        case .launch(let phone): try? await phones[phone].launch()
        case .leave(let phone): try? await phones[phone].background()
        case .forceQuit(let phone): try? await phones[phone].forceQuit()
        case .lock(let phone): await phones[phone].lock()
        case .unlock(let phone): await phones[phone].unlock()
        case .login(let phone, let user): await tell("login \(user)", phone)
        case .logout(let phone): await tell("logout", phone)
        case .media(let phone, let media): memories[phone].media = media
        case .kill(let phone): try? await phones[phone].kill()
        case .suspend(let phone): try? await phones[phone].suspend()
        case .restart(let phone): await phones[phone].device.restart()
        case .doom(let phone, let count): phones[phone].device.endInMidst(.app, of: bundleID, after: count)
        case .network(let phone, let isOn): try? await phones[phone].setOnline(isOn)
        case .weather(let phone, let weather): ways[phone].change(to: weather)
        case .keepPushes: apple.keep()
        case .releasePushes(let isReversed): apple.release(isReversed: isReversed)
        case .again(let age): apple.again(age)
        case .odd(let push, let phone):
            let payload = push.payload(for: phone, call: calls.last ?? UUID().uuidString.lowercased(), now: time.now)
            apple.hand(CallApple.CallPush(phone: phone, type: .voip, payload: payload))
        case .wait(let seconds): try? await time.sleep(for: .seconds(seconds))
        }
    }

    private func ring(_ people: [String], _ seconds: Int) async {
        let id = UUID().uuidString.lowercased()
        do {
            _ = try await server.call(
                "POST", "/v1/calls",
                [
                    "id": .string(id), "from": ["id": "bob", "name": "Bob"],
                    "to": .array(people.map { .string($0) }), "ringTimeout": .int(seconds),
                ])
            state.withLock { $0.calls.append(id) }
        } catch {
            blame("a call cannot be made: \(error)")
        }
    }

    private func act(_ word: String, _ age: Int, _ body: JSONObject = [:]) async {
        let calls = calls
        guard !calls.isEmpty else { return }
        // What comes too late is refused.
        _ = try? await server.call("POST", "/v1/calls/\(calls[calls.count - 1 - age % calls.count])/\(word)", body)
    }

    /// The person uses the app, which is in front of them, so the phone is unlocked.
    private func tell(_ line: String, _ phone: Int) async {
        guard phones[phone].phase.isForeground, !phones[phone].device.isLocked else { return }
        _ = try? await phones[phone].command(line)
    }

    // MARK: Healing

    /// Makes everything well, and lets more time pass than anything may ring; then the caller hangs up whatever goes on.
    func heal() async {
        await pace.finishAll()
        apple.release(isReversed: false)
        for index in phones.indices {
            phones[index].device.spare(bundleID)
            memories[index].media = .ready
            for step: CallStep in [.weather(index, .fine), .unlock(index), .network(index, isOn: true), .launch(index)]
            {
                await carryOut(CallMove(step: step))
            }
        }
        await pace.finishAll()
        await carryOut(CallMove(step: .wait(seconds: 130)))
        for device in phones.map(\.device) where device.calls.contains(where: \.isUnanswered) {
            blame("\(device.name) rings on and on")
        }
        for age in calls.indices { await act("end", age) }
        for index in phones.indices {
            phones[index].device.spare(bundleID)
            await carryOut(CallMove(step: .launch(index)))
            let count = (try? await phones[index].command("unreported")).flatMap { Int($0) }
            if count == nil { blame("the app on \(phones[index].device.name) does not answer") }
            state.withLock { $0.unreported[index] = count }
        }
        await pace.settle()
    }

    func stop() async {
        time.stopMoving()
        for phone in phones { await phone.stop() }
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }
}

extension PhoneCall {
    /// Whether nobody talks, and it has not ended.
    fileprivate var isUnanswered: Bool { state == .ringing || state == .connecting }
}
