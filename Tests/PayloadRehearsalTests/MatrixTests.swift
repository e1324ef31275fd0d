import PayloadRehearsal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MatrixTests {
    @Test func `all states and cases are run, and the same push gives the same outcomes again`() async throws {
        let situations = Situation.matrix(PhoneState.allCases)
        #expect(situations.count == 42)
        let push = RehearsedPush(payload: Array(mutable.utf8), headers: [], bundleID: "com.example.app")
        let first = try await Rehearsal(push).outcomes(in: situations)
        #expect(first.count == situations.count)
        #expect(try await Rehearsal(push).outcomes(in: situations) == first)
        // Equal outcomes are equal values: what only differs in process numbers and dates does not differ.
        #expect(Set(first).count < situations.count / 2)
    }

    @Test func `missing headers are those that fit the payload`() {
        func headers(_ payload: String) -> [String?] {
            let push = RehearsedPush(payload: Array(payload.utf8), headers: [], bundleID: "com.example.app")
            return [push["apns-push-type"], push["apns-priority"], push["apns-topic"]]
        }
        #expect(headers(mutable) == ["alert", "10", "com.example.app"])
        #expect(headers(silent) == ["background", "5", "com.example.app"])
        let given = RehearsedPush(
            payload: Array(silent.utf8), headers: [.init("APNS-Push-Type", "voip")], bundleID: "com.example.app")
        #expect(given["apns-topic"] == "com.example.app.voip" && given["apns-priority"] == "10")
    }

    @Test func `scenes stay unconnected until the app is opened`() async throws {
        let outcome = try await rehearse(silent, .notRunning, with: [.scenes])
        #expect(!outcome.calls.contains("willConnectTo") && outcome.doubts.contains(.scenes))
        let tapped = try await rehearse(mutable, .notRunning, with: [.scenes], then: .tap)
        #expect(
            Array(tapped.responseCalls.prefix(5)) == [
                "willFinishLaunchingWithOptions", "didFinishLaunchingWithOptions", "configurationForConnecting",
                "willConnectTo", "didReceive",
            ])
    }
}
