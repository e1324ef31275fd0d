import PayloadRehearsal
import TestSupport
import Testing

/// What becomes of pushes of calls.
@Suite(.timeLimit(.minutes(1)))
struct CallRowTests {
    private let headers = ["apns-push-type": "voip"]
    private let call = #"{"call":"42"}"#

    @Test(.rows("F60"), arguments: PhoneState.allCases)
    func `a push of a call starts the app in every state, and its call rings`(state: PhoneState) async throws {
        let outcome = try await rehearse(call, state, headers: headers)
        #expect(outcome.places == [.call] && outcome.calls.last == "didReceiveIncomingVoIPPushWith")
        #expect(outcome.step("pushRegistry")?.details["dictionaryPayload"] == "call")
        let isCold = [.notRunning, .forceQuit, .beforeFirstUnlock].contains(state)
        #expect(outcome.processes == [isCold ? "app launched" : state == .suspended ? "app resumed" : "app running"])
        #expect(outcome.doubts.contains(.callAfterForceQuit) == (state == .forceQuit))
    }

    @Test(.rows("F60")) func `an app that reports no call is ended`() async throws {
        let outcome = try await rehearse(call, .suspended, without: [.callReport], headers: headers)
        #expect(!outcome.isNoticed && outcome.reasons == ["voip_unreported"])
        #expect(outcome.steps.suffix(2).map(\.name) == ["process.ended", "app.state"])
    }

    @Test(.rows("F61")) func `a Focus refuses the call, and the app has done its part`() async throws {
        let outcome = try await rehearse(call, .notRunning, with: [.focus], headers: headers)
        #expect(!outcome.isNoticed && outcome.reasons == ["call.refused"])
        #expect(outcome.step("call.refused")?.details["code"] == "3" && outcome.step("process.ended") == nil)
    }
}
