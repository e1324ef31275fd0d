import Foundation

extension ExtensionBuilder {
    static let extensionProduct = "TidingsServiceExtension"
    static let appProduct = "Tidings"

    var usesPackage: Bool { request.usesPods != true }

    /// The reference to the package: one that is there already, or a new one.
    ///
    /// Nil if the app has our product without saying from which package, as Xcode wrote it for local packages once.
    private var package: (value: NewValue, isNew: Bool)? {
        let references = file.objects("packageReferences", of: file.project)
        let own = file.objects("packageProductDependencies", of: app.target).first {
            $0.string("productName") == Self.appProduct
        }
        if let own {
            return own.string("package").flatMap { file[$0] }.map { (.reference($0.id, Self.comment($0)), false) }
        }
        let (same, comment): ((ProjectObject) -> Bool, String)
        switch request.source {
        case .folder(let url):
            let root = app.location.root
            same = {
                $0.string("relativePath").map { URL(fileURLWithPath: $0, relativeTo: root).standardizedFileURL } == url
            }
            comment = "XCLocalSwiftPackageReference \"\(SourcePath.relative(from: root, to: url))\""
        case .repository(let url, _):
            same = { $0.string("repositoryURL").map(Self.normalised) == Self.normalised(url) }
            comment = "XCRemoteSwiftPackageReference \"\(Self.repositoryName(url))\""
        }
        if let present = references.first(where: same) { return (.reference(present.id, Self.comment(present)), false) }
        return (.reference(ids("package"), comment), true)
    }

    /// The comment that Xcode puts after the id of a package reference.
    private static func comment(_ reference: ProjectObject) -> String {
        let name = reference.string("relativePath") ?? reference.string("repositoryURL").map(repositoryName) ?? ""
        return "\(reference.isa) \"\(name)\""
    }

    private static func repositoryName(_ url: String) -> String {
        normalised(url).split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? ""
    }

    private static func normalised(_ url: String) -> String { url.hasSuffix(".git") ? String(url.dropLast(4)) : url }

    func productDependency(_ side: String, _ product: String) -> NewObject {
        let reference = package.map { [NewValue.Field("package", $0.value)] } ?? []
        return NewObject(
            ids("\(side)-product"), product, isa: "XCSwiftPackageProductDependency",
            reference + [.init("productName", .string(product))])
    }

    func productBuild(_ side: String, _ product: String) -> NewObject {
        NewObject(
            ids("\(side)-product-build"), "\(product) in Frameworks", isa: "PBXBuildFile",
            [.init("productRef", .reference(ids("\(side)-product"), product))])
    }

    /// Adds the package, and its products to the targets that are there already.
    mutating func addPackage() {
        guard usesPackage else { return }
        var isNeeded = adopted == nil
        if link(Self.appProduct, "app", to: app.target) { isNeeded = true }
        if let adopted, link(Self.extensionProduct, "ext", to: adopted) { isNeeded = true }
        guard isNeeded, let package, package.isNew, case .reference(let id, let comment) = package.value else { return }
        switch request.source {
        case .folder(let url):
            objects.append(
                NewObject(
                    id, comment, isa: "XCLocalSwiftPackageReference",
                    [.init("relativePath", .string(SourcePath.relative(from: app.location.root, to: url)))]))
        case .repository(let url, let requirement):
            objects.append(
                NewObject(
                    id, comment, isa: "XCRemoteSwiftPackageReference",
                    [.init("repositoryURL", .string(url)), .init("requirement", .dictionary(requirement.fields))]))
        }
        editor.add([package.value], to: "packageReferences", of: file.project)
    }

    /// Links a target with a product; says whether that was needed.
    private mutating func link(_ product: String, _ side: String, to target: ProjectObject) -> Bool {
        let present = file.objects("packageProductDependencies", of: target).compactMap { $0.string("productName") }
        guard !present.contains(product) else { return false }
        let dependency = productDependency(side, product)
        let build = productBuild(side, product)
        objects += [dependency, build]
        editor.add([dependency.reference], to: "packageProductDependencies", of: target)
        let phases = file.objects("buildPhases", of: target)
        if let frameworks = phases.first(where: { $0.isa == "PBXFrameworksBuildPhase" }) {
            editor.add([build.reference], to: "files", of: frameworks)
        } else {
            let phase = phase("\(side)-new-frameworks-phase", "Frameworks", [build.reference])
            objects.append(phase)
            let sources = phases.firstIndex { $0.isa == "PBXSourcesBuildPhase" }
            let next = sources.flatMap { $0 + 1 < phases.count ? phases[$0 + 1].id : nil }
            editor.add([phase.reference], to: "buildPhases", of: target, before: next)
        }
        return true
    }
}

extension SetupRequest.Requirement {
    /// How Xcode writes it.
    var fields: [NewValue.Field] {
        switch self {
        case .version(let version):
            [.init("kind", .string("upToNextMajorVersion")), .init("minimumVersion", .string(version))]
        case .branch(let branch): [.init("branch", .string(branch)), .init("kind", .string("branch"))]
        case .revision(let revision): [.init("kind", .string("revision")), .init("revision", .string(revision))]
        }
    }
}
