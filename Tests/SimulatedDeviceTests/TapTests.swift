import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TapTests {
    @Test(.rows("F3"))
    func `a tap launches an app without scenes: both launch methods with the payload, then the response, then active`()
        async throws
    {
        let test = try await makePhone()
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown)
        try await test.phone.tap()
        #expect(test.calls == ["willFinish", "didFinish", "didReceive", "didBecomeActive"])
        let launch = try await test.timeline.first("app.didFinish")
        #expect(launch["push"] == "true")
        #expect(test.phone.phase == .active)
        await test.phone.stop()
    }
}
