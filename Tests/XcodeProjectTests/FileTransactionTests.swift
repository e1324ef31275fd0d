import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct FileTransactionTests {
    private struct Fault: Error {}

    /// How many steps an addition has.
    private static func steps(of scratch: Scratch, _ changes: [FileChange]) throws -> [FileTransaction.Step] {
        let box = Box()
        try scratch.transaction { box.steps.append($0) }.run(changes)
        return box.steps
    }

    /// Used by one thread only.
    private final class Box: @unchecked Sendable {
        var steps: [FileTransaction.Step] = []
        var count = 0
        var tree: [String: String] = [:]
    }

    private static let rights = ["Letterbox/Letterbox.entitlements": ExtensionFiles.emptyEntitlements]

    @Test(.rows("N36"))
    func `a failure at any step leaves every byte and folder as it was`() throws {
        let scratch = try Scratch("Classic", Self.rights)
        let before = try scratch.tree()
        for removes in [false, true] {
            let plan =
                removes
                ? try ServiceExtensionSetup.remove(appTarget: nil, force: false, at: scratch.locations)
                : try ServiceExtensionSetup.add(scratch.request, at: scratch.locations)
            let start = try scratch.tree()
            var index = 0
            while index < 100 {
                let box = Box()
                let failing = index
                let failed = code {
                    try scratch.transaction { _ in
                        defer { box.count += 1 }
                        if box.count == failing { throw Fault() }
                    }.run(plan.changes)
                }
                guard failed != nil else { break }
                #expect(failed == "not_written")
                #expect(try scratch.tree() == start, "after step \(index)")
                index += 1
            }
            #expect(index >= 10, "each file is a step")
        }
        #expect(try scratch.tree() == before)
    }

    @Test(.rows("N36"))
    func `after a death at any step the next run finds the journal and takes everything back`() throws {
        let scratch = try Scratch("Classic", Self.rights)
        let before = try scratch.tree()
        let plan = try ServiceExtensionSetup.add(scratch.request, at: scratch.locations)
        let count = try Self.steps(of: scratch, plan.changes).count
        try scratch.remove()
        for index in 0..<count {
            let box = Box()
            _ = code {
                try scratch.transaction { _ in
                    defer { box.count += 1 }
                    guard box.count == index else { return }
                    box.tree = try scratch.tree()
                    throw Fault()
                }.run(plan.changes)
            }
            // The disk as it is when the process dies at this step.
            for (path, content) in box.tree.sorted(by: { $0.key < $1.key }) where content != "folder" {
                try scratch.write(path, content)
            }
            #expect(try scratch.transaction.recover() == (index > 0))
            #expect(try scratch.tree() == before, "after step \(index)")
        }
    }

    @Test(.rows("N36"))
    func `a process that is killed in between is taken back, too`() async throws {
        let scratch = try Scratch("Classic", Self.rights)
        let before = try scratch.tree()
        let path = scratch.folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let folder = URL(fileURLWithPath: path)
            let locations = try ProjectLocation.projects(at: path)
            let plan = try ServiceExtensionSetup.add(
                SetupRequest(source: .folder(folder.appendingPathComponent("tidings"))), at: locations)
            let journal = folder.appendingPathComponent("App.xcodeproj/tidings-init-nse.journal")
            try FileTransaction(journal: journal) { step in
                if case .replace(let file) = step, file.hasSuffix("project.pbxproj") { kill(getpid(), SIGKILL) }
            }.run(plan.changes)
        }
        #expect(try scratch.tree() != before)
        #expect(code { try scratch.transaction.run([]) } == "busy")
        #expect(try scratch.transaction.recover())
        #expect(try scratch.tree() == before)
        #expect(try !scratch.transaction.recover())
        // Dead before the journal had its name: nothing was changed, and nothing is left of it.
        try scratch.write("App.xcodeproj/.tidings-init-nse.journal.tidings-new", "{")
        #expect(try !scratch.transaction.recover())
        #expect(try scratch.tree() == before)
        try scratch.add()
    }

    @Test func `what has changed since it was read is not overwritten, and a second run waits outside`() throws {
        let scratch = try Scratch("Classic", Self.rights)
        let plan = try ServiceExtensionSetup.add(scratch.request, at: scratch.locations)
        let path = "App.xcodeproj/project.pbxproj"
        let text = try scratch.read(path)
        try scratch.write(path, text + "\n")
        let before = try scratch.tree()
        #expect(code { try scratch.transaction.run(plan.changes) } == "changed_meanwhile")
        #expect(try scratch.tree() == before)
        try scratch.write(path, text)
        let second = scratch.transaction
        #expect(
            code {
                try scratch.transaction { step in
                    guard step == .journal else { return }
                    try second.run(plan.changes)
                }.run(plan.changes)
            } == "busy")
    }

    @Test func `a link stays a link, and a file keeps its mode`() throws {
        let scratch = try Scratch("Classic", ["Real.entitlements": ExtensionFiles.emptyEntitlements])
        let link = scratch.folder.appendingPathComponent("Letterbox/Letterbox.entitlements")
        try FileManager.default.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../Real.entitlements")
        let real = scratch.folder.appendingPathComponent("Real.entitlements").path
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
        try scratch.add()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "../Real.entitlements")
        #expect(try scratch.read("Real.entitlements").contains("group."))
        #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o640)
    }
}
