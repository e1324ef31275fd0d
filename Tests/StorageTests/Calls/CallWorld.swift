import Storage

/// The server's own machine with two devices of one person and a caller, and a network that loses and repeats.
///
/// What the devices do is what `Documentation/Calls.md` tells them; nothing here decides about the call but the machine
/// and the fan-out, which the storage uses.
struct CallWorld: Hashable {
    enum Phone: Hashable {
        case idle, ringing, talking, over
    }

    /// What can happen next; a request is answered or its answer is lost, and any step may be repeated or never come.
    enum Step: Hashable, CaseIterable {
        case acceptA, acceptB, acceptALost, acceptBLost, declineA, declineB, declineALost, declineBLost
        case endA, endB, endALost, endBLost
        case cancel, callerEnds, timeout
        case ringReachesA, ringReachesB, newsReachesA, newsReachesB
    }

    static let person: Int64 = 1
    var machine = CallMachine(calling: [person])
    var phones: [Phone] = [.idle, .idle]
    /// Whether the server has sent a phone something that ends its ringing.
    var news = [false, false]
    /// Which phones were told that they have the call.
    var winners: Set<Int> = []
    /// Whether a VoIP push went out for anything but the ring.
    var hasSentFalseVoIP = false

    /// Does a step.
    ///
    /// - Returns: False if it cannot happen now.
    mutating func take(_ step: Step) -> Bool {
        switch step {
        case .acceptA: request(0, .accept(party(0)), isAnswered: true)
        case .acceptB: request(1, .accept(party(1)), isAnswered: true)
        case .acceptALost: request(0, .accept(party(0)), isAnswered: false)
        case .acceptBLost: request(1, .accept(party(1)), isAnswered: false)
        case .declineA: request(0, .decline(party(0)), isAnswered: true)
        case .declineB: request(1, .decline(party(1)), isAnswered: true)
        case .declineALost: request(0, .decline(party(0)), isAnswered: false)
        case .declineBLost: request(1, .decline(party(1)), isAnswered: false)
        case .endA: request(0, .end(party(0)), isAnswered: true)
        case .endB: request(1, .end(party(1)), isAnswered: true)
        case .endALost: request(0, .end(party(0)), isAnswered: false)
        case .endBLost: request(1, .end(party(1)), isAnswered: false)
        case .cancel: _ = apply(.cancel)
        case .callerEnds: _ = apply(.end(nil))
        case .timeout: _ = apply(.timeOut)
        case .ringReachesA: return ring(0)
        case .ringReachesB: return ring(1)
        case .newsReachesA: return hear(0)
        case .newsReachesB: return hear(1)
        }
        return true
    }

    private func party(_ phone: Int) -> CallMachine.Party { .init(person: Self.person, device: Int64(10 + phone)) }

    private mutating func apply(_ deed: CallMachine.Deed) -> CallMachine.Verdict {
        let verdict = machine.apply(deed)
        guard case .happened(let happening) = verdict else { return verdict }
        for event in happening.event.pushes where happening.told.contains(Self.person) {
            for phone in 0...1 {
                let device = CallFanout.Device(row: Int64(10 + phone), hasVoIPToken: true, wasRung: true)
                guard let push = CallFanout.push(of: event, to: device, by: happening.by) else { continue }
                if push == .voip { hasSentFalseVoIP = true }
                news[phone] = true
            }
        }
        return verdict
    }

    private mutating func request(_ phone: Int, _ deed: CallMachine.Deed, isAnswered: Bool) {
        let verdict = apply(deed)
        guard isAnswered else { return }
        switch (deed, verdict) {
        case (.accept, .happened), (.accept, .unchanged):
            winners.insert(phone)
            phones[phone] = .talking
        case (.end, .unchanged) where machine.state == .ringing: phones[phone] = .over
        default: phones[phone] = .over
        }
    }

    private mutating func ring(_ phone: Int) -> Bool {
        // A phone reports a late or repeated ring and ends it at once.
        if phones[phone] == .idle { phones[phone] = .ringing }
        return true
    }

    private mutating func hear(_ phone: Int) -> Bool {
        guard news[phone] else { return false }
        if phones[phone] != .talking || machine.state != .accepted { phones[phone] = .over }
        return true
    }

    /// What is wrong here; nil if nothing is.
    var fault: String? {
        if winners.count > 1 { return "two devices have the call" }
        if hasSentFalseVoIP { return "a VoIP push that is no ring" }
        for phone in 0...1 where machine.state != .ringing && phones[phone] == .ringing && !news[phone] {
            // The one who did it hears by its answer; if that is lost, by asking again.
            let isActor = machine.by?.device == Int64(10 + phone) || machine.answered?.device == Int64(10 + phone)
            if !isActor { return "phone \(phone) rings and was never told" }
        }
        return nil
    }

    /// Whether everything comes to rest: the time passes, and what is on its way arrives.
    var comesToRest: Bool {
        var world = self
        _ = world.take(.timeout)
        _ = world.take(.newsReachesA)
        _ = world.take(.newsReachesB)
        // A phone whose answer was lost asks again, as it does with every request.
        for phone in 0...1 where world.phones[phone] == .ringing {
            _ = world.take(phone == 0 ? .acceptA : .acceptB)
            if world.phones[phone] == .talking { _ = world.take(phone == 0 ? .endA : .endB) }
        }
        return world.machine.state != .ringing && !world.phones.contains(.ringing) && world.fault == nil
    }
}
