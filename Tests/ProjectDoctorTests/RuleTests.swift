import Foundation
import TestSupport
import Testing

@testable import ProjectDoctor

@Suite struct RuleTests {
    @Test(.rows("P7")) func `an app that has all it needs is healthy`() throws {
        let findings = try Patient.healthy.admit().findings()
        #expect(findings.isEmpty, "\(findings.map { "\($0.rule.code): \($0.seen)" })")
    }

    @Test func `every rule of the catalogue has an example, and codes stand once`() {
        let codes = Catalogue.rules.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(Set(codes) == Set(RuleCase.all.map(\.code)))
        for rule in Catalogue.rules {
            #expect(rule.code.wholeMatch(of: /[a-z]+(_[a-z]+)+/) != nil)
            #expect(rule.why.hasSuffix(".") || rule.why.hasSuffix(")"))
        }
    }

    @Test(.rows("P7"), arguments: RuleCase.all.map(\.code))
    func `each rule is seen in an app that breaks it, with what to change, and not in one that comes near`(
        code: String
    ) throws {
        let example = try #require(RuleCase.all.first { $0.code == code })
        var patient = Patient.healthy
        try example.failing(&patient)
        let finding = try #require(try patient.admit().findings(of: code).first)
        #expect(!finding.seen.isEmpty && !finding.change.isEmpty)
        if let place = finding.place, let text = patient.files[place.path], let line = place.line {
            #expect(line >= 1 && line <= text.split(separator: "\n", omittingEmptySubsequences: false).count)
        }

        patient = .healthy
        try example.passing(&patient)
        #expect(try patient.admit().findings(of: code).isEmpty)
    }

    @Test(arguments: RuleCase.all.map(\.code))
    func `what can be repaired is repaired, and nothing else changes`(code: String) throws {
        let example = try #require(RuleCase.all.first { $0.code == code })
        let rule = try #require(Catalogue.rules.first { $0.code == code })
        var patient = Patient.healthy
        try example.failing(&patient)
        let ward = try patient.admit()
        let finding = try #require(try ward.findings(of: code).first)
        let repaired = try ward.treat(code)
        #expect(repaired.isEmpty != rule.isRepairable)
        guard rule.isRepairable else { return }
        #expect(try ward.findings(of: code).isEmpty, "\(finding.repairs)")
        for (path, text) in patient.files {
            let after = try ward.read(path)
            let kept = Set(after.split(separator: "\n"))
            // Lines are added, or the value in one is another; none is lost.
            let lost = text.split(separator: "\n").filter { !kept.contains($0) }
            #expect(lost.count <= 2, "\(path) lost \(lost)")
        }
    }

    @Test func `an app without entitlements gets them in all configurations, or those that another one has`() throws {
        let setting = "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;"
        var patient = Patient.healthy
        patient.replace(Patient.project, setting, "")
        patient.files[Patient.appRights] = nil
        var ward = try patient.admit()
        #expect(try ward.treat("aps_environment_missing").count == 1)
        #expect(try ward.read(Patient.project).ranges(of: setting).count == 2)
        #expect(try ward.read(Patient.appRights).contains("<key>aps-environment</key>\n\t<string>development</string>"))
        #expect(try ward.findings(of: "aps_environment_missing").isEmpty)

        patient = .healthy
        let project = patient.files[Patient.project] ?? ""
        if let first = project.firstRange(of: setting) {
            patient.files[Patient.project] = project.replacingCharacters(in: first, with: "")
        }
        ward = try patient.admit()
        #expect(try ward.findings(of: "aps_environment_missing").map(\.seen) == ["App has no entitlements in Debug."])
        #expect(try ward.treat("aps_environment_missing").count == 1)
        #expect(try ward.findings().isEmpty)
    }

    @Test func `an extension in another folder than PlugIns is not embedded, and nobody puts it there twice`() throws {
        var patient = Patient.healthy
        patient.replace(Patient.project, "dstSubfolderSpec = 13;", "dstSubfolderSpec = 10;")
        let finding = try #require(try patient.admit().findings(of: "extension_not_embedded").first)
        #expect(finding.seen == "NSE is copied into another folder than PlugIns.")
        #expect(finding.repairs.isEmpty)
    }

    @Test func `what two configurations have in common is told once`() throws {
        var patient = Patient.healthy
        patient.replace(Patient.project, "DEVELOPMENT_TEAM = TEAM123456;", "DEVELOPMENT_TEAM = OTHER12345;")
        patient.extra = { $0.key = KeyEvidence(path: "key.p8", text: "", givenTeam: "TEAM123456") }
        #expect(try patient.admit().findings(of: "key_other_team").count == 1)
    }

    @Test func `a finding names the line`() throws {
        var patient = Patient.healthy
        patient.replace(
            Patient.code, "override func serviceExtensionTimeWillExpire() {}", "func a() {\n UIApplication\n  .shared }"
        )
        let finding = try #require(try patient.admit().findings(of: "extension_unsafe_api").first)
        #expect(finding.place?.text == "NSE/NotificationService.swift:12")
    }
}
