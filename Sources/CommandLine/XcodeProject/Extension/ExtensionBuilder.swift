import Foundation

/// Writes the extension into a project: the objects, the references to them, and the settings.
struct ExtensionBuilder {
    let app: AppTargets.App
    let request: SetupRequest
    let ids: ObjectIDs
    let settings: [ConfigurationSettings]
    /// The extension that is there already and is to be used, or nil for a new one.
    let adopted: ProjectObject?
    var editor: ProjectEditor
    var objects: [NewObject] = []
    /// Whether Xcode looks into the folders of this project by itself.
    let usesFolders: Bool

    init(
        _ app: AppTargets.App, _ request: SetupRequest, _ settings: [ConfigurationSettings], adopted: ProjectObject?
    ) {
        self.app = app
        self.request = request
        self.settings = settings
        self.adopted = adopted
        let name = adopted?.name ?? request.targetName
        ids = ObjectIDs(for: "tidings init-nse \(app.target.id) \(name)", in: app.file)
        editor = ProjectEditor(app.file)
        usesFolders =
            app.file.objectVersion >= 77
            || app.file.objects.contains { $0.isa == "PBXFileSystemSynchronizedRootGroup" }
    }

    var file: ProjectFile { app.file }
    var name: String { adopted?.name ?? request.targetName }

    /// The project with everything in it.
    func bytes() -> [UInt8] { editor.bytes() }

    /// Adds the target with everything that belongs to it.
    mutating func addTarget(configurations: [String: [NewValue.Field]], plist: String, entitlements: String) {
        let product = NewObject(
            ids("product"), "\(name).appex", isa: "PBXFileReference",
            [
                .init("explicitFileType", .string("wrapper.app-extension")), .init("includeInIndex", .string("0")),
                .init("path", .string("\(name).appex")), .init("sourceTree", .string("BUILT_PRODUCTS_DIR")),
            ])
        let group = usesFolders ? folder(plist: plist) : classicGroup(plist: plist, entitlements: entitlements)
        let list = configurationList(configurations)
        let sources = phase(
            "sources-phase", "Sources",
            usesFolders ? [] : [.reference(ids("source-build"), "NotificationService.swift in Sources")])
        let frameworks = phase(
            "frameworks-phase", "Frameworks", usesPackage ? [productBuild("ext", Self.extensionProduct).reference] : [])
        let resources = phase("resources-phase", "Resources", [])
        var fields: [NewValue.Field] = [
            .init("buildConfigurationList", list.reference),
            .init("buildPhases", .array([sources.reference, frameworks.reference, resources.reference])),
            .init("buildRules", .array([])), .init("dependencies", .array([])),
        ]
        if usesFolders { fields.append(.init("fileSystemSynchronizedGroups", .array([group.reference]))) }
        fields.append(.init("name", .string(name)))
        if usesPackage {
            fields.append(
                .init("packageProductDependencies", .array([productDependency("ext", Self.extensionProduct).reference]))
            )
        }
        fields += [
            .init("productName", .string(name)), .init("productReference", product.reference),
            .init("productType", .string("com.apple.product-type.app-extension")),
        ]
        let target = NewObject(ids("target"), name, isa: "PBXNativeTarget", fields)
        objects += [product, group, list, sources, frameworks, resources, target]
        if usesPackage {
            objects += [productBuild("ext", Self.extensionProduct), productDependency("ext", Self.extensionProduct)]
        }

        let products = file.project.string("productRefGroup").flatMap { file[$0] }
        if let products { editor.add([product.reference], to: "children", of: products) }
        if let main = file.project.string("mainGroup").flatMap({ file[$0] }) {
            editor.add([group.reference], to: "children", of: main, before: products?.id)
        }
        editor.add([target.reference], to: "targets", of: file.project)
        signAsHost()
        embed(product: product.reference, productName: "\(name).appex", target: target.reference)
    }

    /// Old projects keep the team in the attributes of the target.
    private mutating func signAsHost() {
        let host = file.project.node["attributes"]?["TargetAttributes"]?[app.target.id]
        let fields = ["DevelopmentTeam", "ProvisioningStyle"].compactMap { key in
            host?[key]?.string.map { NewValue.Field(key, .string($0)) }
        }
        guard !fields.isEmpty else { return }
        editor.set(ids("target"), to: .dictionary(fields), in: ["attributes", "TargetAttributes"], of: file.project)
    }

    func phase(_ role: String, _ name: String, _ files: [NewValue]) -> NewObject {
        NewObject(
            ids(role), name, isa: "PBX\(name)BuildPhase",
            [
                .init("buildActionMask", .string("2147483647")), .init("files", .array(files)),
                .init("runOnlyForDeploymentPostprocessing", .string("0")),
            ])
    }

    private mutating func configurationList(_ configurations: [String: [NewValue.Field]]) -> NewObject {
        let new = settings.map { configuration in
            NewObject(
                ids("configuration \(configuration.name)"), configuration.name, isa: "XCBuildConfiguration",
                [
                    .init("buildSettings", .dictionary(configurations[configuration.name] ?? [])),
                    .init("name", .string(configuration.name)),
                ])
        }
        objects += new
        let list = app.target.string("buildConfigurationList").flatMap { file[$0] }
        return NewObject(
            ids("configuration-list"), "Build configuration list for PBXNativeTarget \"\(name)\"",
            isa: "XCConfigurationList",
            [
                .init("buildConfigurations", .array(new.map(\.reference))),
                .init("defaultConfigurationIsVisible", .string("0")),
                .init("defaultConfigurationName", .string(list?.string("defaultConfigurationName") ?? "Release")),
            ])
    }

    /// A folder whose files belong to the target by lying in it; the property list is no resource.
    private mutating func folder(plist: String) -> NewObject {
        let exceptions = NewObject(
            ids("exceptions"), "Exceptions for \"\(name)\" folder in \"\(name)\" target",
            isa: "PBXFileSystemSynchronizedBuildFileExceptionSet",
            [.init("membershipExceptions", .array([.string(plist)])), .init("target", .reference(ids("target"), name))])
        objects.append(exceptions)
        return NewObject(
            ids("group"), name, isa: "PBXFileSystemSynchronizedRootGroup",
            [.init("exceptions", .array([exceptions.reference]))] + placed)
    }

    private mutating func classicGroup(plist: String, entitlements: String) -> NewObject {
        let source = reference("source-file", "NotificationService.swift", "sourcecode.swift")
        let list = reference("plist-file", plist, "text.plist.xml")
        let rights = reference("entitlements-file", entitlements, "text.plist.entitlements")
        let build = NewObject(
            ids("source-build"), "NotificationService.swift in Sources", isa: "PBXBuildFile",
            [.init("fileRef", source.reference)])
        objects += [source, list, rights, build]
        return NewObject(
            ids("group"), name, isa: "PBXGroup",
            [.init("children", .array([source, list, rights].map(\.reference)))] + placed)
    }

    /// Where the extension's folder is: in the project's, even if the main group begins elsewhere.
    private var placed: [NewValue.Field] {
        let main = file.project.string("mainGroup").flatMap { GroupPaths(file).path(of: $0) } ?? ""
        return [.init("path", .string(name)), .init("sourceTree", .string(main.isEmpty ? "<group>" : "SOURCE_ROOT"))]
    }

    private func reference(_ role: String, _ path: String, _ kind: String) -> NewObject {
        NewObject(
            ids(role), path, isa: "PBXFileReference",
            [
                .init("lastKnownFileType", .string(kind)), .init("path", .string(path)),
                .init("sourceTree", .string("<group>")),
            ])
    }

    /// Puts the new objects in.
    mutating func finish() {
        editor.insert(objects)
        objects = []
    }
}
