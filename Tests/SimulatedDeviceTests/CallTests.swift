import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CallTests {
    /// What the app was told of calls, in order.
    private func told(_ test: TestPhone, after mark: Int = 0) -> [String] {
        test.timeline.entries.dropFirst(mark).filter { $0.kind.rawValue.hasPrefix("app.") && $0["pending"] != nil }
            .map { String($0.kind.rawValue.dropFirst(4)) }
    }

    @Test func `an answered call gets the sound, and gives it back at its end`() async throws {
        let test = try await makeCallPhone()
        await test.phone.lock()
        try await test.pushCall(until: .callPushReported)
        try await test.device.answerCall()
        #expect(test.device.calls.map(\.state) == [.connected] && test.device.isCallAudioActive)
        #expect(try await test.timeline.first("app.audio")["active"] == "true")
        let mark = test.timeline.mark
        try await test.device.muteCall(true)
        try await test.device.playTones("12")
        #expect(test.device.calls.map(\.isMuted) == [true])
        try await test.device.hangUp()
        #expect(try await test.timeline.first("app.audio", after: mark)["active"] == "false")
        #expect(told(test) == ["answer", "mute", "tones", "end"])
        #expect(test.device.calls.isEmpty)
        await test.phone.stop()
    }

    @Test func `a call keeps its app from being suspended`() async throws {
        let test = try await makeCallPhone()
        try await test.pushCall(until: .callPushReported)
        try await test.phone.suspend()
        #expect(test.phone.phase == .background)
        try await test.device.declineCall()
        try await test.phone.suspend()
        #expect(test.phone.phase == .suspended)
        await test.phone.stop()
    }

    @Test func `a second call makes the first one wait, or takes its place`() async throws {
        let test = try await makeCallPhone()
        let (first, second, third) = (UUID(), UUID(), UUID())
        try await test.pushCall(first, until: .callPushReported)
        try await test.device.answerCall()
        try await test.pushCall(second, until: .callPushReported)
        try await test.device.answerCall()
        #expect(test.device.calls.map(\.state) == [.held, .connected])
        try await test.device.holdCall(true, second)
        #expect(!test.device.isCallAudioActive)
        try await test.device.holdCall(false, first)
        try await test.pushCall(third, until: .callPushReported)
        try await test.device.answerCall(others: .end)
        #expect(test.device.calls.map(\.id) == [second, third])
        #expect(told(test) == ["answer", "hold", "answer", "hold", "unhold", "end", "answer"])
        await test.phone.stop()
    }

    @Test(arguments: ["hang", "fail"])
    func `an answer that the app does not carry out ends the call`(habit: String) async throws {
        let test = try await makeCallPhone(settings: ["CALLS": habit])
        try await test.pushCall(until: .callPushReported)
        async let answered: Void = test.device.answerCall()
        if habit == "hang" {
            _ = try await test.timeline.first("app.answer")
            await test.advance(by: .seconds(30))
        }
        try await answered
        let done = try await test.timeline.first(.callActionDone)
        #expect(done["result"] == (habit == "hang" ? "timed_out" : "failed"))
        #expect(try await test.timeline.first(.callEnded)["reason"] == "failed")
        if habit == "hang" { #expect(try await test.timeline.first("app.timedOut")["complete"] == "true") }
        await test.phone.stop()
    }

    @Test func `what is to be done before the app is ready is told once it is`() async throws {
        let test = try await makeCallPhone()
        try await test.phone.launch()
        let id = UUID()
        try await test.inApp {
            try await MainActor.run {
                let peer = try #require(CallPeers.peer.value)
                peer.provider.setDelegate(nil, queue: nil)
                peer.report(["id": id.uuidString])
            }
        }
        async let answered: Void = test.device.answerCall()
        _ = try await test.timeline.first { $0.kind == .callbackDone && $0["name"] == "perform" }
        #expect(told(test).isEmpty)
        try await test.inApp {
            await MainActor.run {
                let peer = CallPeers.peer.value
                peer?.provider.setDelegate(peer, queue: nil)
            }
        }
        try await answered
        #expect(told(test) == ["answer"] && test.device.calls.map(\.state) == [.connected])
        await test.phone.stop()
    }

    @Test func `an app calls somebody, and a transaction that makes no sense is refused`() async throws {
        let test = try await makeCallPhone()
        try await test.phone.launch()
        func request(_ actions: [CXAction]) async throws -> Int? {
            try await test.inApp {
                await withCheckedContinuation { continuation in
                    CXCallController().requestTransaction(with: actions) { error in
                        continuation.resume(returning: (error as? CXErrorCodeRequestTransactionError)?.code.rawValue)
                    }
                }
            }
        }
        let id = UUID()
        let bob = CXHandle(type: .generic, value: "bob")
        #expect(try await request([]) == 3)
        #expect(try await request([CXEndCallAction(call: UUID())]) == 4)
        #expect(try await request([CXStartCallAction(call: id, handle: bob)]) == nil)
        #expect(try await request([CXStartCallAction(call: id, handle: bob)]) == 5)
        #expect(try await request([CXStartCallAction(call: UUID(), handle: bob)]) == 7)
        #expect(try await request([CXAnswerCallAction(call: id)]) == 6)
        _ = try await test.timeline.first(.callActionDone)
        try await test.inApp {
            await MainActor.run { CallPeers.peer.value?.provider.reportOutgoingCall(with: id, connectedAt: nil) }
            let calls = CXCallObserver().calls
            #expect(calls.map(\.uuid) == [id] && calls.allSatisfy { $0.isOutgoing && $0.hasConnected })
        }
        #expect(try await test.timeline.first("app.audio")["active"] == "true")
        try await test.inApp {
            await MainActor.run {
                CallPeers.peer.value?.provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
            }
        }
        #expect(try await test.timeline.first(.callEnded)["reason"] == "remoteEnded")
        await test.phone.stop()
    }

    @Test func `an app that dies takes its calls with it, and a reset tells it to clean up`() async throws {
        let test = try await makeCallPhone()
        try await test.pushCall(until: .callPushReported)
        await test.device.resetCalls(of: bundleID)
        #expect(test.device.calls.isEmpty && test.calls.contains("reset"))
        try await test.pushCall(until: .callPushReported)
        try await test.phone.kill()
        #expect(test.device.calls.isEmpty)
        #expect(test.timeline.all(.callEnded).map { $0["reason"] } == ["reset", "process"])
        await test.phone.stop()
    }

    @Test func `the microphone is asked for once, and taking it away ends the app`() async throws {
        let test = try await makeCallPhone()
        try await test.phone.launch()
        try await test.inApp {
            let session = AVAudioSession.sharedInstance()
            #expect(session.recordPermission == .undetermined)
            let isGranted = await withCheckedContinuation { continuation in
                session.requestRecordPermission { continuation.resume(returning: $0) }
            }
            #expect(isGranted && session.recordPermission == .granted)
        }
        test.device.allowMicrophone(false, for: bundleID)
        #expect(test.phone.phase == .notRunning)
        try await test.phone.launch()
        try await test.inApp { #expect(AVAudioSession.sharedInstance().recordPermission == .denied) }
        await test.phone.stop()
    }
}
