import Foundation
import Locking
import ProcessLocal
import PushModel
import SimulatedDevice
import Storage
import TestSupport
import TidingsCore
import Timekeeping

let bundleID = "com.example.app"

/// A phone with app and extension, the server that they talk to, and everything that was sent to the phone.
final class World: Sendable {
    let time: VirtualTime
    let server: SoakServer
    let apple: Apple
    let phone: Phone
    let memory: AppMemory
    private let way: Way
    private let pace: Pace
    let state = Locked(State())

    struct State {
        var messageCount = 0
        var generation = 0
        /// In which generation of the app a device appeared.
        var generations: [Identifier: Int] = [:]
        var faults: [String] = []
    }

    /// Sets everything up; nothing runs on the phone yet.
    static func make(_ plan: Plan) async throws -> World {
        let stalls = Locked<[String]>([])
        let time = VirtualTime { stall in stalls.withLock { $0.append("a hold was forgotten: \(stall)") } }
        let apple = Apple(time: time)
        let folder = memoryFolder.appendingPathComponent("tidings-soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = try await SoakServer.start(
            in: folder.appendingPathComponent("server"), time: time, apple: apple)
        return try World(plan, folder, time, server, apple, stalls)
    }

    /// Where files are in memory, if there is such a place: app and extension wait for the disk at every receipt.
    static let memoryFolder =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? URL(fileURLWithPath: "/dev/shm", isDirectory: true) : FileManager.default.temporaryDirectory

    private init(
        _ plan: Plan, _ folder: URL, _ time: VirtualTime, _ server: SoakServer, _ apple: Apple,
        _ stalls: Locked<[String]>
    ) throws {
        self.folder = folder
        memory = AppMemory(registersAnonymously: plan.setting.registersAnonymously)
        self.time = time
        pace = Pace(time)
        self.server = server
        self.apple = apple
        self.stalls = stalls
        way = Way(to: server, time: time, seed: plan.seed)
        var configuration = DeviceConfiguration()
        configuration.callsExtensionTwice = plan.setting.callsExtensionTwice
        configuration.callsExtensionExpiry = plan.setting.callsExpiry
        configuration.reusesExtensionObject = plan.setting.reusesExtensionObject
        configuration.asksTwiceToPresent = plan.setting.asksTwiceToPresent
        configuration.omitsConnectionResponse = plan.setting.omitsConnectionResponse
        definition = AppDefinition(
            bundleID: bundleID, program: .app { [memory, way] in SoakApp(memory: memory, way: way) },
            serviceExtension: .serviceExtension { [way] in SoakService(way: way) }, appGroups: ["group.\(bundleID)"],
            usesScenes: plan.setting.usesScenes)
        phone = try Phone(
            app: definition, courier: apple.courier, time: time, configuration: configuration,
            directory: folder.appendingPathComponent("phone"))
    }

    private let folder: URL
    private let definition: AppDefinition
    private let stalls: Locked<[String]>

    // MARK: What happened

    var generation: Int { state.withLock { $0.generation } }
    var faults: [String] { state.withLock { $0.faults } + pace.faults + stalls.withLock { $0 } }

    /// Whether a device is the install that is on the phone.
    func isOnPhone(_ device: Identifier) -> Bool { state.withLock { $0.generations[device] == $0.generation } }

    func blame(_ fault: String) { state.withLock { $0.faults.append(fault) } }

    // MARK: Going on

    /// Carries out a move; unless the next one is in a hurry, waits until nobody has anything to do at this moment.
    func carryOut(_ move: Move) async {
        await pace.carryOut(move.description, isHasty: move.isHasty) { await self.perform(move.step) }
        if !move.isHasty { await learn() }
    }

    /// Waits until everything is over that was begun in a hurry.
    func finishAll() async {
        await pace.finishAll()
        await learn()
    }

    /// Notes which devices the server knows, and lets go of pushes for whoever had the phone before.
    private func learn() async {
        let devices = (try? await server.devices()) ?? []
        state.withLock { state in
            for device in devices where state.generations[device.id] == nil {
                state.generations[device.id] = state.generation
            }
        }
        let token = apple.courier.tokens[bundleID]
        guard let owner = devices.first(where: { $0.token?.token == token })?.externalID else { return }
        apple.release { $0.isLate && $0.owner != owner }
    }

    private func perform(_ step: Step) async {
        let device = phone.device
        switch step {
        case .launch: try? await phone.launch()
        case .leave: try? await phone.background()
        case .suspend: try? await phone.suspend()
        case .kill: try? await phone.kill()
        case .forceQuit: try? await phone.forceQuit()
        case .prewarm(let extent): try? await device.prewarm(bundleID, extent: extent)
        case .restart: await device.restart()
        case .lock: await phone.lock()
        case .unlock: await phone.unlock()
        case .network(let isOn): try? await phone.setOnline(isOn)
        case .weather(let weather): way.change(to: weather)
        case .wait(let seconds): try? await time.sleep(for: .seconds(seconds))
        case .permission(let isAllowed): device.changeSettings(allow: isAllowed, for: bundleID)
        case .clear: try? device.clearAll(in: bundleID)
        case .doom(let program, let count):
            device.endInMidst(program == .app ? .app : .serviceExtension, of: bundleID, after: count)
        case .rotateToken:
            guard phone.device.isOnline else { return }
            try? await device.rotateToken(of: bundleID)
        case .reinstall: await reinstall()
        case .login(let user): await tell("login \(user)")
        case .logout: await tell("logout")
        case .read(let conversation): await tell("read \(conversation ?? "")")
        case .respond(let response, let index): await respond(response, index)
        case .push(let push): await send(push)
        }
    }

    /// The person uses the app, which is in front of them, so the phone is unlocked.
    private func tell(_ line: String) async {
        guard phone.phase.isForeground, !phone.device.isLocked else { return }
        _ = try? await phone.command(line)
    }

    private func reinstall() async {
        guard phone.device.isOnline else { return }
        try? await phone.device.uninstall(bundleID)
        state.withLock { $0.generation += 1 }
        memory.user = "ada"
        do { try phone.device.install(definition) } catch { blame("the app cannot be installed: \(error)") }
    }

    private func respond(_ response: Step.Response, _ index: Int) async {
        let names = phone.screen.notifications.map(\.identifier)
        // Whoever touches a notification has the phone unlocked before the app opens.
        guard !names.isEmpty, !phone.device.isLocked else { return }
        let name = names[index % names.count]
        do {
            switch response {
            case .tap: try await phone.tap(name)
            case .dismiss: try await phone.dismiss(name)
            case .open: try await phone.act("open", on: name)
            case .quiet: try await phone.act("quiet", on: name)
            case .reply: try await phone.act("reply", on: name, text: "On my way")
            }
        } catch let error as DeviceError where error.code == .unknownAction {
            // Without buttons all that is left is to open it.
            try? await phone.tap(name)
        } catch {}
    }

    // MARK: Healing

    /// Makes everything well: network, unlocked, allowed, the app in front; then waits until the journal is empty.
    func heal() async {
        phone.device.spare(bundleID)
        apple.release(where: \.isLate)
        for step in [Step.weather(.fine), .unlock, .network(isOn: true), .permission(true), .launch] {
            await carryOut(Move(step: step))
        }
        await finishAll()
        phone.device.spare(bundleID)
        // As long as an extension may take.
        await carryOut(Move(step: .wait(seconds: 60)))
        var left = "?"
        for _ in 0..<40 {
            await carryOut(Move(step: .launch))
            left = (try? await phone.command("refresh")) ?? "?"
            await pace.settle()
            if left == "0" { break }
            await carryOut(Move(step: .wait(seconds: 900)))
        }
        if left != "0" { blame("the journal still holds \(left) events") }
    }

    func stop() async {
        time.stopMoving()
        await phone.stop()
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }
}
