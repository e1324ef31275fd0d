import SimulatedDevice
import TestSupport

/// A sequence: how phone and app are set up, and what happens; the same for the same seed.
struct Plan: Sendable {
    let seed: UInt64
    var setting: Setting
    var moves: [Move]

    /// What may differ from phone to phone.
    struct Setting: Sendable, Hashable {
        var usesScenes = false
        var callsExtensionTwice = false
        var callsExpiry = true
        var reusesExtensionObject = false
        var asksTwiceToPresent = false
        var omitsConnectionResponse = false
        var registersAnonymously = true
    }

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        setting = Setting(
            usesScenes: .random(using: &random), callsExtensionTwice: Int.random(in: 0..<6, using: &random) == 0,
            callsExpiry: Int.random(in: 0..<4, using: &random) != 0, reusesExtensionObject: .random(using: &random),
            asksTwiceToPresent: Int.random(in: 0..<6, using: &random) == 0,
            omitsConnectionResponse: Int.random(in: 0..<6, using: &random) == 0,
            registersAnonymously: Int.random(in: 0..<4, using: &random) != 0)
        let count = Int.random(in: 8...28, using: &random)
        moves = [Move(step: .push(Self.push(&random)))]
        for _ in 0..<count {
            let step = Self.step(after: moves.last?.step, &random)
            moves.append(Move(step: step, isHasty: step.canBeHasty && Int.random(in: 0..<4, using: &random) == 0))
        }
    }

    /// The next step: what is to end in the midst of something mostly has something to do.
    private static func step(after last: Step?, _ random: inout SeededGenerator) -> Step {
        guard case .doom(let program, _)? = last, Int.random(in: 0..<4, using: &random) > 0 else {
            return step(&random)
        }
        guard program == .app else { return .push(push(&random)) }
        return .respond(Step.Response.allCases[Int.random(in: 0..<5, using: &random)], to: 0)
    }

    private static func step(_ random: inout SeededGenerator) -> Step {
        func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        switch pick(170) {
        case ..<15: return .launch
        case ..<25: return .leave
        case ..<30: return .suspend
        case ..<34: return .kill
        case ..<37: return .forceQuit
        case ..<40: return .prewarm(pick(2) == 0 ? .main : .launch)
        case ..<42: return .restart
        case ..<44: return .lock
        case ..<50: return .unlock
        case ..<52: return .network(isOn: false)
        case ..<57: return .network(isOn: true)
        case ..<63: return .weather(Weather.allCases[pick(Weather.allCases.count)])
        case ..<67: return .login(["ada", "bob"][pick(2)])
        case ..<69: return .logout
        case ..<73: return .read([nil, "chat_1", "chat_2"][pick(3)])
        case ..<112: return .push(push(&random))
        case ..<142: return .respond(Step.Response.allCases[pick(5)], to: pick(4))
        case ..<143: return .clear
        case ..<145: return .rotateToken
        case ..<146: return .reinstall
        case ..<148: return .permission(pick(3) != 0)
        case ..<155: return .wait(seconds: [1, 4, 20, 45, 90, 1_200][pick(6)])
        default: return .doom(Step.Program.allCases[pick(2)], after: pick(pick(2) == 0 ? 16 : 60))
        }
    }

    private static func push(_ random: inout SeededGenerator) -> Step.Push {
        func happens(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
        var push = Step.Push(form: happens(3) ? .silent : happens(4) ? .waking : .visible)
        push.isSealed = happens(2)
        push.isLate = happens(8)
        push.isExpired = happens(12)
        push.hasButtons = happens(2)
        push.hasPicture = happens(6)
        push.conversation = happens(3) ? "chat_1" : happens(6) ? "chat_2" : nil
        push.collapse = happens(8) ? "score" : nil
        push.repeats = happens(6) ? Int.random(in: 0..<3, using: &random) : nil
        return push
    }
}

extension Step {
    /// Whether the next step need not wait for what this one leads to.
    fileprivate var canBeHasty: Bool {
        switch self {
        case .push, .respond, .launch, .leave, .network, .login, .logout: true
        default: false
        }
    }
}
