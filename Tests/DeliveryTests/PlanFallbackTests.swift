import APNs
import Delivery
import Foundation
import Locking
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PlanFallbackTests {
    @Test(.rows("B77")) func `a plan that no phone has goes out at its time as a push of its own, once`() async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let local: JSONValue = ["id": "run:1", "at": fixture.moment(3_600)]
            let body: JSONValue = ["to": "ann", "title": "Gym", "form": "silent", "local": local]
            for isReplay in [false, true] {
                let accepted = try await fixture.acceptance.accept(
                    body: body.encoded(), idempotencyKey: "gym", storage: fixture.storage, now: fixture.time.now)
                #expect(accepted.isReplay == isReplay)
            }
            await fixture.pass(3_599)
            #expect(fixture.pushes.map(\.push.pushType) == [.background])
            await fixture.pass(1)
            let push = try #require(fixture.alerts.first).push
            #expect(fixture.pushes.count == 2)
            let payload = try JSONValue(parsing: push.payload)
            #expect(payload["aps"]?["alert"]?["title"] == "Gym" && payload["tidings"]?["local"] == nil)
            #expect(push.collapseID == "tidings.local.run:1", "the phone's own notification has this name")
            let id = payload["tidings"]?["id"]?.string.flatMap { Identifier(.message, parsing: $0) }
            let fallback = try await fixture.message(#require(id))
            let plan = try #require(fallback.fallbackOf)
            #expect(payload["tidings"]?["instead"]?.string == plan.description)
            #expect(try await fixture.message(plan).fallback == fallback.id)
            #expect(fallback.outcomes[.sent] == 1 && fallback.status == .completed)
            await fixture.pass(86_400)
            #expect(fixture.pushes.count == 2)
        }
    }

    @Test(.rows("B77")) func `one phone of a person that has the plan is enough for all of them`() async throws {
        try await DeliveryFixture.with { fixture in
            let phone = try await fixture.device(token: "aa01")
            try await fixture.device(token: "aa02")
            try await fixture.device("bob", token: "bb01")
            let (plan, fallback) = try await fixture.plan(in: ["to": ["ann", "bob"]])
            try await fixture.report(plan, by: phone)
            await fixture.pass()
            #expect(fixture.alerts.map(\.push.deviceToken) == ["bb01"])
            #expect(try await fixture.ends(fallback) == ["local_scheduled", "local_scheduled", "sent"])
        }
    }

    @Test(.rows("B77"), arguments: [[1, 2], [2, 1], [3, 1, 2], [1, 2, 3]])
    func `what a phone said last counts, in whatever order it arrives`(changes: [Int]) async throws {
        try await DeliveryFixture.with { fixture in
            let phone = try await fixture.device()
            let (plan, fallback) = try await fixture.plan()
            // It got the plan, found no place for it any more, and perhaps found one again.
            for change in changes {
                try await fixture.report(plan, by: phone, change: change, isHeld: change % 2 == 1)
            }
            await fixture.pass()
            let isHeld = changes.max() == 3
            #expect(try await fixture.ends(fallback) == [isHeld ? "local_scheduled" : "sent"])
        }
    }

    private enum End: CaseIterable {
        case byMessage, byPrefix, byNewerPlan, byEvent, byPhone, asMessage, asFallback, byVersion
    }

    @Test(.rows("B77"), arguments: End.allCases)
    private func `a plan that was taken back goes out to nobody`(end: End) async throws {
        try await DeliveryFixture.with { fixture in
            let phone = try await fixture.device()
            let (plan, fallback) = try await fixture.plan(["cancelOn": ["paid"], "version": 4])
            // A moment later, so that the ids have their order.
            await fixture.time.advance(by: .milliseconds(2))
            switch end {
            case .byMessage: _ = try await fixture.send(["to": "ann", "cancelLocal": ["id": "run:1"]])
            case .byPrefix: _ = try await fixture.send(["to": "ann", "cancelLocal": ["id": "run"]])
            case .byNewerPlan: _ = try await fixture.plan(["at": fixture.moment(7_200)])
            case .byVersion: _ = try await fixture.send(["to": "ann", "cancelLocal": ["id": "run", "version": 4]])
            case .byEvent:
                let event = NewEvent(
                    clientID: nil, externalID: "ann", name: "paid", occurredAt: fixture.time.now, data: Array("{}".utf8)
                )
                _ = try await fixture.storage.record([event], device: nil, now: fixture.time.now)
            case .byPhone: try await fixture.report(plan, by: phone, change: 2, isHeld: false, isVoid: true)
            case .asMessage:
                guard case .canceled(let message) = try await fixture.storage.cancel(plan, now: fixture.time.now) else {
                    return #expect(Bool(false), "the plan is out, but not what stands in for it")
                }
                #expect(message.canceledAt != nil && message.status == .completed)
            case .asFallback: _ = try await fixture.storage.cancel(fallback, now: fixture.time.now)
            }
            await fixture.settle()
            await fixture.pass()
            #expect(fixture.alerts.isEmpty)
            let isCanceled = end == .asMessage || end == .asFallback
            #expect(try await fixture.message(fallback).status == (isCanceled ? .canceled : .completed))
            if !isCanceled { #expect(try await fixture.ends(fallback) == ["local_canceled"]) }
        }
    }

    @Test(.rows("B77"), arguments: ["other", "run:10", "older", "earlier", "bob"])
    func `what does not concern the plan leaves it as it is`(what: String) async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            try await fixture.device("bob", token: "bb01")
            let event = NewEvent(
                clientID: nil, externalID: "ann", name: "paid", occurredAt: fixture.time.now.addingTimeInterval(-1),
                data: Array("{}".utf8))
            if what == "earlier" {
                _ = try await fixture.storage.record([event], device: nil, now: fixture.time.now)
            }
            let (_, fallback) = try await fixture.plan(["cancelOn": ["paid"], "version": 4])
            await fixture.time.advance(by: .milliseconds(2))
            switch what {
            case "older": _ = try await fixture.send(["to": "ann", "cancelLocal": ["id": "run", "version": 3]])
            case "bob": _ = try await fixture.send(["to": "bob", "cancelLocal": ["id": "run"]])
            case "earlier": break
            default: _ = try await fixture.send(["to": "ann", "cancelLocal": ["id": .string(what)]])
            }
            await fixture.settle()
            await fixture.pass()
            #expect(try await fixture.ends(fallback) == ["sent"])
        }
    }

    @Test(.rows("B77")) func `a word that comes while the push is on its way changes nothing, and before a retry all`()
        async throws
    {
        let word = Locked<(@Sendable () async throws -> Void)?>(nil)
        let answer: @Sendable (DeliveryFixture.Sent, Int) async -> PushResult = { sent, attempt in
            guard sent.push.pushType == .alert else { return .accepted(apnsID: sent.push.id, uniqueID: nil) }
            try? await word.withLock { $0 }?()
            return sent.push.deviceToken == "aa01"
                ? .accepted(apnsID: sent.push.id, uniqueID: nil)
                : .rejected(Rejection(status: 503, reason: .serviceUnavailable))
        }
        try await DeliveryFixture.with(answer: answer) { fixture in
            let phone = try await fixture.device(token: "aa01")
            try await fixture.device(token: "aa02")
            let (plan, fallback) = try await fixture.plan()
            word.withLock { $0 = { try await fixture.report(plan, by: phone) } }
            try await fixture.finish([fallback])
            await fixture.pass()
            try await fixture.finish([fallback])
            #expect(try await fixture.ends(fallback) == ["sent", "local_scheduled"])
            #expect(fixture.alerts.count == 2)
        }
    }
}
