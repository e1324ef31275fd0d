@testable import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CallMachineTests {
    private let ann = CallMachine.Party(person: 1, device: 10)
    private let annsOther = CallMachine.Party(person: 1, device: 11)
    private let bob = CallMachine.Party(person: 2, device: 20)

    @Test(.rows("P17", "C25"))
    func `no sequence of up to eight steps breaks the rules of a call`() {
        // States that are alike are looked at once; how many sequences lead to each is kept.
        var states: [CallWorld: Double] = [CallWorld(): 1]
        var all: Set<CallWorld> = [CallWorld()]
        var sequences = 1.0
        var newest = 0
        for _ in 1...8 {
            newest = all.count
            var next: [CallWorld: Double] = [:]
            for (state, count) in states {
                for step in CallWorld.Step.allCases {
                    var world = state
                    guard world.take(step) else { continue }
                    next[world, default: 0] += count
                    sequences += count
                    guard all.insert(world).inserted else { continue }
                    #expect(world.fault == nil, "\(step) in \(state)")
                    #expect(world.comesToRest, "\(step) in \(state)")
                    if state.machine.state != .ringing {
                        #expect(world.machine.state != .ringing, "\(step) in \(state)")
                    }
                    if ![.ringing, .accepted].contains(state.machine.state) {
                        #expect(world.machine.state == state.machine.state, "\(step) in \(state)")
                    }
                }
            }
            states = next
        }
        print("Calls: \(Int(sequences)) sequences of up to 8 steps over \(all.count) distinct states")
        // The last step finds no state that a shorter sequence does not lead to: there are no others, however long.
        #expect(all.count == newest && newest > 100 && sequences > 1e10)
    }

    @Test(.rows("C28")) func `the first of two devices that accept has the call`() {
        var call = CallMachine(calling: [1])
        #expect(call.apply(.accept(ann)) == .happened(.init(event: .accepted, by: ann, told: [1])))
        #expect(call.apply(.accept(annsOther)) == .alreadyAccepted)
        #expect(call.apply(.accept(ann)) == .unchanged)
        #expect(call.apply(.end(annsOther)) == .alreadyAccepted)
        #expect(call.apply(.cancel) == .alreadyAccepted)
        #expect(call.apply(.timeOut) == .unchanged)
        #expect(call.apply(.end(ann)) == .happened(.init(event: .ended, by: ann, told: [1])))
        #expect(call.apply(.end(ann)) == .unchanged)
        #expect(call.apply(.end(nil)) == .over)
        #expect(call.apply(.accept(ann)) == .over)
    }

    @Test func `a decline is for the person, and the call goes on for the others`() {
        var call = CallMachine(calling: [1, 2])
        #expect(call.apply(.decline(ann)) == .happened(.init(event: .declined, by: ann, told: [1])))
        #expect(call.state == .ringing && call.state(for: 1) == .declined && call.state(for: 2) == .ringing)
        #expect(call.apply(.accept(annsOther)) == .over)
        #expect(call.apply(.decline(annsOther)) == .unchanged)
        var declined = call
        #expect(declined.apply(.decline(bob)) == .happened(.init(event: .declined, by: bob, told: [2])))
        #expect(declined.state == .declined)
        #expect(call.apply(.accept(bob)) == .happened(.init(event: .accepted, by: bob, told: [2])))
        #expect(call.apply(.decline(bob)) == .alreadyAccepted)
    }

    @Test func `the first device that rings is told of once`() {
        var call = CallMachine(calling: [1])
        #expect(call.apply(.ringing(ann)) == .happened(.init(event: .ringing, by: ann, told: [1])))
        #expect(call.apply(.ringing(annsOther)) == .unchanged)
        #expect(call.apply(.cancel) == .happened(.init(event: .cancelled, by: nil, told: [1])))
        #expect(call.apply(.cancel) == .unchanged)
        #expect(call.apply(.end(nil)) == .unchanged)
        #expect(call.apply(.accept(ann)) == .over)
        #expect(call.apply(.ringing(ann)) == .unchanged)
    }

    @Test(.rows("P17")) func `nothing but a ring goes to a token for calls`() {
        for event in CallEvent.allCases {
            let device = CallFanout.Device(row: 10, hasVoIPToken: true, wasRung: true)
            #expect((CallFanout.push(of: event, to: device, by: nil) == .voip) == (event == .ring))
            #expect((CallFanout.push(of: event, to: .voip) == .voip) == (event == .ring))
            #expect(CallFanout.push(of: event, to: .alert) != .voip)
        }
    }
}
