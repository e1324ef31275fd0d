import Combine
import TestSupport
import Testing

struct CombineTests {
    private final class Model: ObservableObject {
        @Published var name = "first"
        @Published var count = 0
    }

    @Test func `a passthrough subject reaches those who listen at that moment, until they let go`() {
        let subject = PassthroughSubject<Int, Never>()
        var heard: [Int] = []
        subject.send(1)
        var listening: AnyCancellable? = subject.sink { heard.append($0) }
        subject.send(2)
        subject.send(3)
        listening?.cancel()
        subject.send(4)
        listening = nil
        #expect(heard == [2, 3])
    }

    @Test func `a current-value subject begins with its newest value`() {
        let subject = CurrentValueSubject<String, Never>("a")
        subject.send("b")
        var heard: [String] = []
        let listening = subject.sink { heard.append($0) }
        subject.value = "c"
        listening.cancel()
        #expect(heard == ["b", "c"])
        #expect(subject.value == "c")
    }

    @Test(.rows("U7")) func `a published property begins with its newest value for whoever comes late`() {
        let model = Model()
        model.name = "second"
        var heard: [String] = []
        let listening = model.$name.sink { heard.append($0) }
        model.name = "third"
        listening.cancel()
        model.name = "fourth"
        #expect(heard == ["second", "third"])
    }

    @Test func `a published property tells before it changes, and its object says that it is about to`() {
        let model = Model()
        var seen: [(new: Int, old: Int)] = []
        let values = model.$count.sink { seen.append(($0, model.count)) }
        var warnings = 0
        let changes = model.objectWillChange.sink { _ in warnings += 1 }
        model.count = 1
        model.name = "other"
        #expect(seen.map(\.new) == [0, 1] && seen.map(\.old) == [0, 0])
        #expect(warnings == 2)
        values.cancel()
        changes.cancel()
    }

    @Test func `a subject that has ended says nothing more, and tells late listeners of its end`() {
        enum Failure: Error { case broken }
        let subject = PassthroughSubject<Int, Failure>()
        var heard: [Int] = []
        var ends = 0
        let early = subject.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { heard.append($0) })
        subject.send(completion: .failure(.broken))
        subject.send(1)
        let late = subject.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { heard.append($0) })
        #expect(heard.isEmpty && ends == 2)
        early.cancel()
        late.cancel()
    }

    @Test func `subscriptions live as long as the set that keeps them`() {
        let subject = PassthroughSubject<Int, Never>()
        var heard: [Int] = []
        var kept: Set<AnyCancellable> = []
        subject.sink { heard.append($0) }.store(in: &kept)
        subject.send(1)
        kept = []
        subject.send(2)
        #expect(heard == [1])
    }

    /// Asks for values as a test says.
    private final class Asker: Subscriber {
        var heard: [Int] = []
        var ended = false
        var subscription: (any Subscription)?
        var more = Subscribers.Demand.none

        func receive(subscription: any Subscription) { self.subscription = subscription }
        func receive(_ input: Int) -> Subscribers.Demand {
            heard.append(input)
            return more
        }
        func receive(completion: Subscribers.Completion<Never>) { ended = true }
    }

    @Test func `a passthrough subject says nothing to those who have not asked for more`() {
        let subject = PassthroughSubject<Int, Never>()
        let asker = Asker()
        subject.subscribe(asker)
        subject.send(1)
        asker.subscription?.request(.max(1))
        subject.send(2)
        subject.send(3)
        asker.more = .max(1)
        asker.subscription?.request(.max(1))
        subject.send(4)
        subject.send(5)
        asker.subscription?.cancel()
        subject.send(6)
        subject.send(completion: .finished)
        #expect(asker.heard == [2, 4, 5] && !asker.ended)
    }

    @Test func `a current-value subject owes its newest value to whoever asks late`() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let asker = Asker()
        subject.subscribe(asker)
        #expect(asker.heard.isEmpty)
        asker.subscription?.request(.max(1))
        subject.send(2)
        subject.send(3)
        asker.subscription?.request(.max(2))
        #expect(asker.heard == [1, 3])
    }

    @Test func `an erased publisher says what its source says, and map makes other values of them`() {
        let subject = PassthroughSubject<Int, Never>()
        let texts: AnyPublisher<String, Never> = subject.map { "\($0)" }.eraseToAnyPublisher()
        var heard: [String] = []
        let listening = texts.sink(receiveCompletion: { _ in heard.append("end") }, receiveValue: { heard.append($0) })
        subject.send(1)
        subject.send(completion: .finished)
        listening.cancel()
        #expect(heard == ["1", "end"])
    }

    @Test func `demand adds up and knows no limit once it has none`() {
        #expect(Subscribers.Demand.max(1) + .max(2) == .max(3))
        #expect(Subscribers.Demand.max(.max) + .max(1) == .unlimited)
        #expect(Subscribers.Demand.unlimited > .max(.max) && Subscribers.Demand.none < .max(1))
    }
}
