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

/// What other senders broke on: many refusals at once, answers that nobody expects, payloads of any shape.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct OddAnswerTests {
    private static func crowd(_ fixture: DeliveryFixture, _ count: Int) async throws -> JSONValue {
        for index in 0..<count { try await fixture.device("user-\(index)", token: String(index + 4_096, radix: 16)) }
        return .array((0..<count).map { .string("user-\($0)") })
    }

    @Test(.rows("SF70", "SF78")) func `hundreds of dead tokens in one message are all told and all given up`()
        async throws
    {
        let gone = Locked(true)
        try await DeliveryFixture.with(answer: { sent, _ in
            gone.withLock { $0 }
                ? .rejected(
                    Rejection(status: 410, reason: .unregistered, timestamp: sent.at.addingTimeInterval(60)))
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            let people = try await Self.crowd(fixture, 620)
            let id = try await fixture.send(["to": people, "title": "x"])
            await fixture.settle()
            #expect(try await fixture.message(id).outcomes[.invalid] == 620)
            let again = try await fixture.send(["to": people, "title": "x"])
            await fixture.settle()
            let second = try await fixture.message(again)
            #expect(second.outcomes[.skipped] == 620 && fixture.pushes.count == 620)
            gone.withLock { $0 = false }
            try await fixture.device("user-0", token: "1000")
            let last = try await fixture.send(["to": "user-0", "title": "x"])
            await fixture.settle()
            #expect(try await fixture.message(last).outcomes[.sent] == 1)
        }
    }

    private static let answers: [PushResult?] = [
        .rejected(Rejection(status: 418, reason: RejectionReason(rawValue: "Teapot"))),
        .rejected(Rejection(status: 0, reason: .unknown)), .rejected(Rejection(status: 999, reason: .unknown)),
        .rejected(Rejection(status: 410, reason: .unregistered)),
        .rejected(Rejection(status: 410, reason: .unregistered, timestamp: .distantFuture)),
        .rejected(Rejection(status: 410, reason: .expiredToken, timestamp: .distantPast)),
        .rejected(Rejection(status: 200, reason: .badDeviceToken)),
        .rejected(Rejection(status: 503, reason: RejectionReason(rawValue: String(repeating: "x", count: 5_000)))),
        .rejected(Rejection(status: 400, reason: RejectionReason(rawValue: "Bad 'quote' \u{1F3F4} \n"))),
        .notProcessed(APNsError(.refused, detail: "")), .ambiguous(APNsError(.connectionLost, detail: "")), nil,
    ]

    @Test(.rows("SF76"), arguments: answers.indices)
    func `whatever APNs answers, the delivery has a state and the next one goes out`(index: Int) async throws {
        let answer = Locked<PushResult?>(Self.answers[index])
        let silent = Locked(Self.answers[index] == nil)
        try await DeliveryFixture.with(answer: { sent, _ in
            if let odd = answer.withLock({ $0 }) { return odd }
            if silent.withLock({ $0 }) { return .ambiguous(APNsError(.timedOut, detail: "")) }
            return .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            try await fixture.device("ann", token: "aa")
            try await fixture.device("bob", token: "bb")
            let odd = try await fixture.send(["to": "ann", "title": "x"])
            await fixture.settle()
            let delivery = try await fixture.delivery(odd)
            #expect(delivery.outcome != nil || delivery.dueAt != nil && delivery.reason != nil)
            answer.withLock { $0 = nil }
            silent.withLock { $0 = false }
            let fine = try await fixture.send(["to": "bob", "title": "x"])
            await fixture.settle()
            #expect(try await fixture.delivery(fine).outcome == .sent)
        }
    }

    private static let shapes = [
        #"{"n":null,"b":[true,false],"deep":{"a":{"b":{"c":[[[[]]]]}}}}"#,
        #"{"number":1.50,"big":12345678901234567890123}"#,
        #"{"exp":1e300,"small":-0.0,"neg":-1E-7}"#, #"{"":"","é\u00e9":"\ud83c\udff4","sl\/ash":"\/"}"#,
        #"{"mixed":[1,"two",null,{"three":[3]},[]],"tab":"\t"}"#, #"{ "white" : [ 1 , 2 ] }"#,
    ]

    @Test(.rows("SF77"), arguments: shapes)
    func `data of any shape goes out as it came, and a template of any attribute is written`(shape: String) async throws
    {
        try await DeliveryFixture.with { fixture in
            _ = try await fixture.storage.putSubscriber(
                externalID: "ann", attributes: #"{"any":\#(shape)}"#, timeZone: nil, locale: nil,
                now: fixture.time.now)
            try await fixture.device("ann", token: "aa")
            let body =
                #"{"to":"ann","title":"{{ attributes.any }}","body":"{{ attributes.any | number }}","data":\#(shape)}"#
            _ = try await fixture.acceptance.accept(
                body: Array(body.utf8), idempotencyKey: nil, storage: fixture.storage, now: fixture.time.now)
            await fixture.settle()
            let payload = try #require(fixture.pushes.first).push.payload
            let members = shape.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
            #expect(String(decoding: payload, as: UTF8.self).contains(members))
            #expect(try JSONValue(parsing: payload)["aps"]?["alert"]?["title"]?.string?.isEmpty == false)
        }
    }
}
