import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

@Suite struct ConnectionStateTests {
    // MARK: The sender

    @Test(.rows("AP6")) func `the first token binds the connection to its key and team`() throws {
        let trial = try Trial()
        let otherTeam = Signer(keyID: "OTHERKEY12", teamID: "OTHERTEAM1")
        let topicKey = Signer(keyID: "TOPICKEY12")
        try trial.core.keys.add(otherTeam.key())
        try trial.core.keys.add(topicKey.key(bundleIDs: [Trial.bundleID]))
        #expect(trial.answer() == "200")
        for signer in [otherTeam, topicKey] {
            let authorization = signer.authorization(issuedAt: trial.seconds)
            #expect(trial.answer { $0.authorization = authorization } == "403 UnrelatedKeyIdInToken")
        }
        #expect(trial.answer() == "200")
        trial.reconnect()
        let authorization = topicKey.authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = authorization } == "200")
    }

    @Test(.rows("AP6")) func `another team-wide key of the team is related`() async throws {
        let trial = try Trial()
        let second = Signer(keyID: "SECONDKEY1")
        try trial.core.keys.add(second.key())
        #expect(trial.answer() == "200")
        await trial.time.advance(by: .seconds(1200))
        let authorization = second.authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = authorization } == "200")
    }

    @Test(.rows("AP6")) func `an app that is registered later needs a new connection`() throws {
        let trial = try Trial()
        let authorization = trial.authorization
        #expect(trial.answer { $0.authorization = authorization } == "200")
        trial.core.keys.addApp(Trial.bundleID, teamID: trial.signer.teamID)
        #expect(trial.answer { $0.authorization = authorization } == "400 TopicDisallowed")
        trial.reconnect()
        #expect(trial.answer { $0.authorization = authorization } == "200")
    }

    @Test(.rows("AP6")) func `an app of another team is not allowed`() throws {
        let trial = try Trial()
        trial.core.keys.addApp(Trial.bundleID, teamID: "OTHERTEAM1")
        #expect(trial.answer() == "400 TopicDisallowed")
    }

    @Test(.rows("B32", "A4.9"))
    func `a new token within 20 minutes is too many on the same connection`() async throws {
        let trial = try Trial()
        let first = trial.authorization
        #expect(trial.answer { $0.authorization = first } == "200")
        await trial.time.advance(by: .seconds(1199))
        let second = trial.signer.authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = second } == "429 TooManyProviderTokenUpdates")
        #expect(trial.answer { $0.authorization = first } == "200")
        await trial.time.advance(by: .seconds(1))
        #expect(trial.answer { $0.authorization = second } == "200")
        // Requests that were under way with the token before are no update.
        #expect(trial.answer { $0.authorization = first } == "200")
        #expect(trial.answer { $0.authorization = second } == "200")
    }

    @Test func `another connection may begin with a new token at once`() async throws {
        let trial = try Trial()
        #expect(trial.answer() == "200")
        await trial.time.advance(by: .seconds(60))
        let second = trial.signer.authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = second } == "429 TooManyProviderTokenUpdates")
        trial.reconnect()
        #expect(trial.answer { $0.authorization = second } == "200")
    }

    @Test func `a refused token binds nothing`() throws {
        let trial = try Trial()
        let forged = Signer().authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = forged } == "403 InvalidProviderToken")
        #expect(trial.connection.sender == nil)
        #expect(trial.answer() == "200")
    }

    // MARK: Streams

    @Test(.rows("AP7")) func `one stream until the first accepted request`() {
        var state = ConnectionState(streams: .init())
        #expect(state.streamLimit == 1)
        #expect(state.rejected(.init(.badTopic)) == .carryOn)
        #expect(state.streamLimit == 1)
        #expect(state.accepted() == .limitStreams(1000))
        #expect(state.accepted() == .carryOn)
    }

    @Test(.rows("AP8", "AP12")) func `rejections take the streams away and an accepted request gives them back`() {
        var rules = APNsSimulator.StreamRules()
        rules.rejectionsToCollapse = 3
        rules.limit = 500
        var state = ConnectionState(streams: rules)
        #expect(state.accepted() == .limitStreams(500))
        #expect(state.rejected(.init(.badTopic)) == .carryOn)
        #expect(state.rejected(.init(.payloadTooLarge)) == .carryOn)
        #expect(state.rejected(.init(.missingProviderToken)) == .limitStreams(1))
        #expect(state.rejected(.init(.badTopic)) == .carryOn)
        #expect(state.accepted() == .limitStreams(500))
        #expect(state.rejected(.init(.badTopic)) == .carryOn)
    }

    @Test(
        .rows("AP8"),
        arguments: [
            (APNsSimulator.Refusal(.badTopic), 6), (.init(.badDeviceToken), 3), (.init(.tooManyRequests), 6),
        ])
    func `too many rejections end the connection, bad tokens sooner`(refusal: APNsSimulator.Refusal, count: Int) {
        var rules = APNsSimulator.StreamRules()
        rules.rejectionsToCollapse = nil
        rules.rejectionsToDisconnect = 6
        var state = ConnectionState(streams: rules)
        for _ in 1..<count { #expect(state.rejected(refusal) == .carryOn) }
        #expect(state.rejected(refusal) == .disconnect)
    }

    @Test(
        .rows("AP8"),
        arguments: [
            APNsSimulator.Refusal(.unregistered), .init(.expiredToken), .init(.internalServerError), .init(.shutdown),
        ])
    func `answers that are not the sender's fault do not count`(refusal: APNsSimulator.Refusal) {
        var rules = APNsSimulator.StreamRules()
        rules.rejectionsToCollapse = 1
        rules.rejectionsToDisconnect = 2
        var state = ConnectionState(streams: rules)
        _ = state.accepted()
        for _ in 0..<10 { #expect(state.rejected(refusal) == .carryOn) }
    }
}
