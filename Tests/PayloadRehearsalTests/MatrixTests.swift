import PayloadRehearsal
import PushModel
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MatrixTests {
    @Test func `all states and cases are run, and the same push gives the same outcomes again`() async throws {
        #expect(Situation.matrix(PhoneState.allCases).count == 42)
        let situations = Situation.matrix([.foreground, .notRunning])
        let push = RehearsedPush(
            payload: Array(mutable.utf8), headers: [], pushType: .alert, bundleID: "com.example.app")
        let first = try await Rehearsal(push).outcomes(in: situations)
        #expect(first.count == situations.count)
        #expect(try await Rehearsal(push).outcomes(in: situations) == first)
        // Equal outcomes are equal values: what only differs in process numbers and dates does not differ.
        #expect(Set(first).count <= 12)
    }

    @Test func `missing headers are those that fit the type`() {
        func push(_ headers: [RehearsedPush.Header], _ type: PushType) -> RehearsedPush {
            RehearsedPush(payload: [], headers: headers, pushType: type, bundleID: "com.example.app")
        }
        func headers(_ push: RehearsedPush) -> [String?] {
            ["apns-push-type", "apns-priority", "apns-topic"].map { push[$0] }
        }
        #expect(headers(push([], .alert)) == ["alert", "10", "com.example.app"])
        #expect(headers(push([], .background)) == ["background", "5", "com.example.app"])
        let given = push([.init("APNS-Push-Type", "voip"), .init("apns-priority", "1")], .alert)
        #expect(headers(given) == ["voip", "1", "com.example.app.voip"] && given.byteLimit == 5120)
        #expect(given.headers.filter(\.isAssumed).map(\.name) == ["apns-topic", "apns-id"])
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

    @Test(
        arguments: [
            [.asksTwice, .lateApp], [.lateExtension, .extensionTwice], [.lateExtension, .textSummary, .lateApp],
            [.asksTwice, .textSummary],
        ] as [Set<Circumstance>])
    func `what takes time comes to its end, also together`(with: Set<Circumstance>) async throws {
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1,"content-available":1}}"#
        let outcome = try await rehearse(payload, .foreground, with: with)
        #expect(outcome.calls.contains("didReceiveRemoteNotification"))
        #expect(outcome.calls.count { $0 == "willPresent" } == (with.contains(.asksTwice) ? 2 : 1))
        #expect(outcome.calls.count { $0.hasPrefix("serviceExtension") } == outcome.reasons.count { $0 == "time" })
        #expect(try await rehearse(payload, .foreground, with: with, without: [.delegate]).list.isEmpty)
    }
}
