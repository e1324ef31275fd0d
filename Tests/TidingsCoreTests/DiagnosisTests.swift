import ClientTestSupport
import Foundation
import TestSupport
import Testing
import TidingsCore

@Suite("Diagnosis") struct DiagnosisTests {
    typealias Change = @Sendable (inout DiagnosisFacts) -> Void

    private static let cases: [(finding: String, severity: Finding.Severity, change: Change)] = [
        ("app_group_missing", .error, { $0.isAppGroupReachable = false }),
        ("keychain_group_missing", .error, { $0.keychainGroup = .notEntitled }),
        ("extension_missing", .note, { $0.embedsExtension = false }),
        ("extension_target_too_new", .error, { $0.extensionTarget = "18.1" }),
        ("extension_never_ran", .warning, { $0.hasVisiblePush = true }),
        ("aps_environment_missing", .error, { $0.pushRight = .missing }),
        (
            "aps_environment_mismatch", .error,
            {
                $0.pushRight = .development
                $0.configuredEnvironment = .production
            }
        ),
        ("background_mode_missing", .warning, { $0.backgroundModes = ["audio"] }),
        ("scenes_missing", .note, { $0.hasScenes = false }),
        ("permission_denied", .note, { $0.permission = .denied }),
        ("token_missing", .warning, { $0.hasToken = false }),
        (
            "token_not_forwarded", .error,
            {
                $0.hasToken = false
                $0.hasHeardOfToken = false
            }
        ),
        ("delegate_missing", .error, { $0.isDelegate = false }),
        ("delegate_replaced", .warning, { $0.replacements = ["Other"] }),
        ("delegate_silent", .warning, { $0.silentDelegates = ["Slow"] }),
        ("category_unknown", .warning, { $0.unknownCategories = ["post"] }),
    ]

    @Test("Each fault has a finding of its own that says what to change", .rows("P7"), arguments: cases.indices)
    func faults(index: Int) throws {
        let (name, severity, change) = Self.cases[index]
        var facts = DiagnosisFacts(appGroup: "group.app")
        change(&facts)
        let diagnosis = Diagnosis(facts)
        let finding = try #require(diagnosis.findings.first)
        #expect(diagnosis.findings.count == 1)
        #expect(finding.id == name && finding.severity == severity)
        #expect(!finding.advice.isEmpty && finding.advice.hasSuffix("."))
        #expect(diagnosis.isHealthy == (severity == .note))
        #expect(diagnosis.description == "\(severity.rawValue) \(name): \(finding.found) \(finding.advice)")
    }

    @Test("What is as it should be has no findings", .rows("P7"))
    func healthy() {
        var facts = DiagnosisFacts(appGroup: "group.app")
        #expect(Diagnosis(facts).findings.isEmpty && Diagnosis(facts).isHealthy)
        facts.extensionTarget = "16.0"
        facts.hasVisiblePush = true
        facts.extensionMark = Date(timeIntervalSince1970: 0)
        facts.pushRight = .production
        facts.configuredEnvironment = .production
        facts.keychainGroup = .unknown
        facts.wantsDelegate = false
        facts.isDelegate = false
        facts.permission = .notDetermined
        facts.hasToken = false
        #expect(Diagnosis(facts).findings.isEmpty)
    }

    @Test("The worst stands first", .rows("P7"))
    func order() {
        var facts = DiagnosisFacts(appGroup: "group.app")
        for (_, _, change) in Self.cases.reversed() { change(&facts) }
        let severities = Diagnosis(facts).findings.map(\.severity)
        #expect(severities == severities.sorted(by: >))
        #expect(severities.first == .error && severities.last == .note)
    }

    @Test("The extension's mark in the shared folder is seen by the app", .rows("P7", "CS-R3"))
    func mark() throws {
        let folder = try TestFolder()
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(ExtensionMark.date(in: try folder.container()) == nil)
        ExtensionMark.leave(in: try folder.container(), now: now)
        ExtensionMark.leave(in: try folder.container(), now: now.addingTimeInterval(60))
        #expect(ExtensionMark.date(in: try folder.container()) == now)
        ExtensionMark.leave(in: try folder.container(), now: now.addingTimeInterval(86_400))
        #expect(ExtensionMark.date(in: try folder.container()) == now.addingTimeInterval(86_400))
    }
}
