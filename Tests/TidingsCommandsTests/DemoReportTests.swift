import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct DemoReportTests {
    @Test func `a step that looked at nothing is not ok`() {
        #expect(!Checks().areMet)
        var report = DemoReport()
        #expect(!report.ok)
        report.add("a", Checks())
        #expect(!report.ok)
    }

    @Test func `one broken claim breaks the step and is told with what was found`() {
        var checks = Checks()
        checks.claim("a banner", true)
        checks.claim("the right title", false, found: "another")
        #expect(!checks.areMet)
        #expect(checks.summary == "NOT: the right title (found: another)")
    }

    @Test func `the report is ok when every step is`() throws {
        var checks = Checks()
        checks.claim("a banner", true, found: "never told")
        var report = DemoReport()
        report.add("a", checks)
        #expect(try Output.encoded(report) == #"{"ok":true,"steps":[{"detail":"a banner","name":"a","ok":true}]}"#)
        report.add("b", failure: CommandError(.failed, "The phone does not answer."))
        #expect(!report.ok)
        #expect(report.steps.last?.detail == "The phone does not answer.")
    }
}
