import Foundation
import Testing
import XcodeProject

@testable import ProjectDoctor

/// An app in a folder of a test's own, healthy until a test breaks something.
struct Patient: Sendable {
    /// The files by their paths.
    var files: [String: String]
    /// What belongs to it and is no file of the project.
    var extra: @Sendable (inout Subject) -> Void = { _ in }

    static let appInfo = "App/Info.plist"
    static let appRights = "App/App.entitlements"
    static let appCode = "App/App.swift"
    static let info = "NSE/Info.plist"
    static let rights = "NSE/NSE.entitlements"
    static let code = "NSE/NotificationService.swift"
    static let project = "App.xcodeproj/project.pbxproj"
    static let now = Date(timeIntervalSince1970: 1_796_000_000)

    static var healthy: Patient {
        Patient(files: [
            project: HealthyApp.project, appInfo: HealthyApp.info, appRights: HealthyApp.rights,
            appCode: HealthyApp.code,
            info: HealthyApp.extensionInfo, rights: HealthyApp.extensionRights, code: HealthyApp.extensionCode,
        ])
    }

    /// Puts one text in the place of another, which has to be there.
    mutating func replace(_ path: String, _ old: String, _ new: String) {
        let text = files[path] ?? ""
        precondition(text.contains(old), "\(path) has no \(old)")
        files[path] = text.replacing(old, with: new)
    }

    /// Writes the files into a folder, which goes away with the value that is returned.
    func admit() throws -> Ward { try Ward(self) }
}

/// A folder with a patient in it.
final class Ward {
    let folder: URL
    private let patient: Patient

    init(_ patient: Patient) throws {
        self.patient = patient
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-doctor-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        for (path, text) in patient.files {
            let url = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func app() throws -> AppTargets.App {
        try #require(try AppTargets.all(among: ProjectLocation.projects(at: folder.path)).first)
    }

    /// What is wrong, by one rule or by all of them.
    func findings(of code: String? = nil) throws -> [Finding] {
        var subject = Subject(now: Patient.now)
        subject.app = try InspectedApp(try app(), isOnly: true)
        patient.extra(&subject)
        ProjectSearch.fill(&subject, from: folder)
        guard let code else { return Catalogue.findings(subject) }
        return Catalogue.rules.filter { $0.code == code }.flatMap { $0.findings(subject) }
    }

    func read(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    /// Makes the repairs of what is wrong.
    func treat(_ code: String) throws -> [Finding] {
        let app = try app()
        let (changes, repaired) = try Treatment.plan(try findings(of: code), app)
        for change in changes { try Data(change.after ?? []).write(to: change.url) }
        return repaired
    }
}
