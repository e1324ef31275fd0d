import TestSupport

/// A sequence of calls: whose the phones are, how their apps listen, and what happens; the same for the same seed.
struct CallPlan: Sendable {
    let seed: UInt64
    /// Whether apps listen to the server while they are on the screen.
    var isLive: Bool
    /// Whether phones say with a push of a call whether it has to be reported.
    var tellsWhetherToReport: Bool
    /// How many calls may go on side by side.
    var groupLimit: Int
    var moves: [CallMove]

    /// Who has each of the phones.
    static let owners = ["ada", "ada", "eve"]

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        isLive = .random(using: &random)
        tellsWhetherToReport = .random(using: &random)
        groupLimit = Int.random(in: 0..<3, using: &random) == 0 ? 2 : 1
        let count = Int.random(in: 20...40, using: &random)
        moves = [CallMove(step: Self.ring(&random))]
        for _ in 0..<count {
            let step = Self.step(after: moves.last?.step, &random)
            moves.append(CallMove(step: step, isHasty: Int.random(in: 0..<4, using: &random) == 0))
        }
    }

    /// How many calls are made.
    var callCount: Int {
        moves.count { move in
            if case .ring = move.step { true } else { false }
        }
    }

    /// The longest that a call rings, in seconds.
    static let longestRing = 45

    private static func ring(_ random: inout SeededGenerator) -> CallStep {
        let people = [["ada"], ["ada"], ["eve"], ["ada", "eve"]]
        let seconds = [5, 20, longestRing][Int.random(in: 0..<3, using: &random)]
        return .ring(people[Int.random(in: 0..<4, using: &random)], seconds: seconds)
    }

    /// The next step: what rings is often answered, and sometimes on both phones of a person.
    private static func step(after last: CallStep?, _ random: inout SeededGenerator) -> CallStep {
        let isFree = Int.random(in: 0..<3, using: &random) > 0
        return switch last {
        case .ring(["eve"], _)? where !isFree: .answer(2)
        case .ring? where !isFree: .answer(Int.random(in: 0..<2, using: &random))
        case .answer(let phone)? where !isFree && phone < 2: .answer(1 - phone)
        default: step(&random)
        }
    }

    private static func step(_ random: inout SeededGenerator) -> CallStep {
        func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        let phone = pick(owners.count)
        switch pick(190) {
        case ..<50: return ring(&random)
        case ..<72: return .answer(phone)
        case ..<80: return .decline(phone)
        case ..<86: return .hangUp(phone)
        case ..<88: return .hold(phone)
        case ..<94: return .cancel(pick(2))
        case ..<99: return .end(pick(2))
        case ..<102: return .acceptElsewhere(pick(2), owners[phone])
        case ..<104: return .declineElsewhere(pick(2), owners[phone])
        case ..<112: return .launch(phone)
        case ..<118: return .leave(phone)
        case ..<120: return .suspend(phone)
        case ..<125: return .kill(phone)
        case ..<127: return .forceQuit(phone)
        case ..<130: return .restart(phone)
        case ..<134: return .lock(phone)
        case ..<138: return .unlock(phone)
        case ..<140: return .logout(phone)
        case ..<144: return .login(phone, owners[pick(owners.count)])
        case ..<147: return .media(phone, CallMemory.Media.allCases[pick(CallMemory.Media.allCases.count)])
        case ..<151: return .network(phone, isOn: false)
        case ..<157: return .network(phone, isOn: true)
        case ..<160: return .weather(phone, Weather.allCases[pick(Weather.allCases.count)])
        case ..<163: return .keepPushes
        case ..<168: return .releasePushes(isReversed: pick(2) == 0)
        case ..<172: return .again(pick(4))
        case ..<180: return .odd(CallStep.OddPush.allCases[pick(CallStep.OddPush.allCases.count)], phone)
        case ..<184: return .doom(phone, after: pick(40))
        default: return .wait(seconds: [1, 4, 10, 50][pick(4)])
        }
    }
}
