import Foundation
import TestSupport
import Testing
import XcodeProject

@testable import ProjectDoctor

/// The doctor on projects as Xcode writes them: the fixtures of the project editor, the sample app, and those of
/// TIDINGS_XCODE_PROJECTS.
@Suite struct ProjectTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static let projects: [String] = {
        let folders =
            [tests.appendingPathComponent("XcodeProjectTests/Fixtures").path]
            + [ProcessInfo.processInfo.environment["TIDINGS_XCODE_PROJECTS"]].compactMap(\.self)
        return folders.flatMap { folder in
            (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".pbxproj") }.sorted().map { "\(folder)/\($0)" }
        }
    }()

    private static func findings(_ folder: URL) throws -> [[Finding]] {
        let apps = try AppTargets.all(among: ProjectLocation.projects(at: folder.path))
        return try apps.map { app in
            var subject = Subject(now: Patient.now)
            subject.app = try InspectedApp(app, isOnly: apps.count == 1)
            ProjectSearch.fill(&subject, from: folder)
            return Catalogue.findings(subject)
        }
    }

    @Test(.rows("P7"), arguments: projects)
    func `a project is looked at before and after the extension is added, without a false alarm`(path: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tidings-doctor-\(UUID().uuidString)"
        )
        .resolvingSymlinksInPath()
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = folder.appendingPathComponent("App.xcodeproj")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: URL(fileURLWithPath: path), to: bundle.appendingPathComponent("project.pbxproj"))
        try Data().write(to: folder.appendingPathComponent("Package.swift"))

        // Only the project is there: what it says itself may be found fault with, what is missing beside it may not.
        let said: Set = ["aps_environment_missing", "extension_missing", "property_list_missing", "sources_missing"]
        for findings in try Self.findings(folder) {
            #expect(Set(findings.map(\.rule.code)).subtracting(said) == [], "\(findings.map(\.seen))")
        }
        let locations = try ProjectLocation.projects(at: folder.path)
        for app in try AppTargets.all(among: locations) {
            var request = SetupRequest(source: .folder(folder))
            request.appTarget = app.name
            request.targetName = "Pushes\(locations.count)\(app.target.id.suffix(4))"
            request.force = true
            let plan = try ServiceExtensionSetup.add(request, at: locations)
            try FileTransaction(for: app.location).run(plan.changes)
        }
        for findings in try Self.findings(folder) {
            #expect(
                Set(findings.map(\.rule.code)).subtracting(["property_list_missing", "sources_missing"]) == [],
                "\(findings.map(\.seen))")
        }
    }

    @Test func `the sample app is healthy`() throws {
        let sample = Self.tests.deletingLastPathComponent().appendingPathComponent("Examples/SampleApp")
        let findings = try Self.findings(sample)
        #expect(findings.map { $0.map(\.rule.code) } == [[]])
    }
}
