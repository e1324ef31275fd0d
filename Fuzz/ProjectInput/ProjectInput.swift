import Foundation
import XcodeProject

/// What lies in the folder of an app: a project, a Podfile, entitlements; the first byte says which.
///
/// Nothing may crash, what is not changed stays to the byte, and what was changed can be read again. `make fuzz` builds this
/// with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProjectInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count).dropFirst())
    switch start[0] % 3 {
    case 0: project(bytes)
    case 1: podfile(bytes)
    default: entitlements(bytes)
    }
    return 0
}

private func project(_ bytes: [UInt8]) {
    guard let file = try? ProjectFile(bytes) else { return }
    precondition(ProjectEditor(file).bytes() == bytes, "an unchanged project changes")
    let ids = ObjectIDs(for: "fuzz", in: file)
    let paths = GroupPaths(file)
    for object in file.objects { _ = paths.path(of: object.id) }
    for target in file.targets {
        _ = try? ConfigurationSettings.all(of: target, in: file, root: URL(fileURLWithPath: "/nowhere"))
            .map { $0.expandedValue("PRODUCT_BUNDLE_IDENTIFIER") }
    }
    var editor = ProjectEditor(file)
    editor.insert([
        NewObject(ids("a"), "a */", isa: "PBXBuildFile", [.init("fileRef", .reference(ids("b"), nil))]),
        NewObject(ids("b"), nil, isa: "PBXGroup", [.init("children", .array([.string("x y")]))]),
    ])
    editor.add([.reference(ids("b"), "b")], to: "targets", of: file.project)
    editor.set("k", to: .string("v"), in: ["attributes"], of: file.project)
    do {
        let changed = try ProjectFile(editor.bytes())
        precondition(changed.objects.count == file.objects.count + 2, "objects are missing")
        precondition(changed[ids("a")]?.string("fileRef") == ids("b"))
        precondition(changed.project.strings("targets").contains(ids("b")) || file.project.string("targets") != nil)
        var back = ProjectEditor(changed)
        back.remove(changed.objects.filter { ids.made($0.id) })
        let left = try ProjectFile(back.bytes()).objects.count
        precondition(left == file.objects.count, "objects are left")
    } catch {
        preconditionFailure("what was changed cannot be read: \(error)")
    }
}

private func podfile(_ bytes: [UInt8]) {
    guard let file = try? PodfileText(bytes), let name = file.targets.first?.name else { return }
    guard
        let once = try? file.adding(
            app: name, appPods: "pod 'Tidings'", target: "NSE", targetPods: "pod 'TidingsServiceExtension'")
    else { return }
    let again = try? PodfileText(once)
    precondition(again != nil, "the blocks of a changed Podfile do not end")
}

private func entitlements(_ bytes: [UInt8]) {
    guard let list = try? PropertyListText(bytes, name: "x"), let changed = try? list.adding(["n"], to: "k") else {
        return
    }
    guard let again = try? PropertyListText(changed, name: "x") else {
        preconditionFailure("a changed list cannot be read")
    }
    precondition(
        (again.values["k"] as? [String])?.contains("n") == true || list.values["k"] != nil, "the string is missing")
    precondition(again.values.count >= list.values.count, "a key is missing")
}
