import XcodeProject

extension Rule {
    static let servicePoint = "com.apple.usernotifications.service"

    /// What the extension's Info.plist says, and what the extension is linked with.
    static let extensionList = [
        Rule(
            "extension_point", .error, "The extension does not say that it is a service extension",
            why:
                "iOS chooses extensions by NSExtensionPointIdentifier in their Info.plist. Xcode does not generate that key."
        ) { subject in
            extensionConfigurations(subject).compactMap { target, configuration in
                switch configuration.info {
                case .none:
                    return Sighting(
                        place: subject.place("INFOPLIST_FILE", configuration),
                        seen: "\(target.name) has no Info.plist in \(configuration.name), only generated keys.",
                        change:
                            "Give it an Info.plist with NSExtension: NSExtensionPointIdentifier \(servicePoint) and "
                            + "NSExtensionPrincipalClass $(PRODUCT_MODULE_NAME).NotificationService.")
                case .read(let list) where list.extensionPoint != servicePoint:
                    return Sighting(
                        place: list.place(list.extensionPoint == nil ? "NSExtension" : "NSExtensionPointIdentifier"),
                        seen: list.extensionPoint.map { "NSExtensionPointIdentifier is \"\($0.prefix(80))\"." }
                            ?? "NSExtension has no NSExtensionPointIdentifier.",
                        change: "Write \(servicePoint).")
                case .read, .missing, .unreadable: return nil
                }
            }
        },
        Rule(
            "extension_principal_class", .error, "The extension's class is not found",
            why:
                "iOS starts the class that NSExtensionPrincipalClass names. A class of Swift is found under its module's "
                + "name only; if it is not found, the push is shown as it came."
        ) { subject in
            extensionConfigurations(subject).compactMap { target, configuration in
                guard let list = configuration.info.list, list.extensionPoint == servicePoint else { return nil }
                let place = list.place("NSExtensionPrincipalClass")
                guard let written = list.dictionary("NSExtension")?["NSExtensionPrincipalClass"] as? String else {
                    return Sighting(
                        place: list.place("NSExtension"), seen: "NSExtension has no NSExtensionPrincipalClass.",
                        change: "Write $(PRODUCT_MODULE_NAME).NotificationService, or the name that your class has.")
                }
                guard !target.sources.isEmpty else { return nil }
                let name = written.split(separator: ".").last.map(String.init) ?? ""
                guard let declared = declaration(of: name, in: target) else {
                    return Sighting(
                        place: place, seen: "No source of \(target.name) declares the class \(name.prefix(80)).",
                        change: "Name the class that there is, or add its file to the target \(target.name).")
                }
                guard !written.contains("."), declared == .swift else { return nil }
                return Sighting(
                    place: place, seen: "\(written) stands without its module, and is a class of Swift.",
                    change: "Write $(PRODUCT_MODULE_NAME).\(written).")
            }
        },
        Rule(
            "extension_links_app", .error, "The extension is linked with the app's half of the SDK",
            why: "Tidings and TidingsUI call UIApplication, which no extension may; the extension's half is "
                + "TidingsServiceExtension."
        ) { subject in
            guard let app = subject.app else { return [] }
            return app.extensions.flatMap { ext in
                let products = ext.target.products.filter { ["Tidings", "TidingsUI"].contains($0) }.map {
                    (name: $0, place: subject.place(ext.target))
                }
                let pods = app.dependencies.filter {
                    $0.source == .pod && $0.target == ext.target.name && ["Tidings", "TidingsUI"].contains($0.name)
                }.map { (name: $0.name, place: Finding.Place($0.path, line: $0.line)) }
                return (products + pods).map { product in
                    Sighting(
                        place: product.place, seen: "\(ext.target.name) is linked with \(product.name).",
                        change: "Take \(product.name) out of it and put TidingsServiceExtension in.")
                }
            }
        },
    ]

    static func extensionConfigurations(_ subject: Subject) -> [(InspectedTarget, InspectedConfiguration)] {
        (subject.app?.extensions ?? []).flatMap { ext in ext.target.configurations.map { (ext.target, $0) } }
    }

    private enum Language { case swift, objectiveC }

    /// The language that a class is found in by its bare name; a class of Swift with `@objc(Name)` is one of Objective-C then.
    private static func declaration(of name: String, in target: InspectedTarget) -> Language? {
        guard name.wholeMatch(of: /\w+/) != nil else { return nil }
        var found: Language?
        for file in target.sources {
            for match in file.matches(name, /(@objc\s*\(\s*(\w+)\s*\)[\w\s@]{0,200})?\bclass\s+(\w+)/) {
                if let runtime = match.2, runtime == name { return .objectiveC }
                if match.3 == name { found = .swift }
            }
            if file.matches("@implementation", /@implementation\s+(\w+)/).contains(where: { $0.1 == name }) {
                return .objectiveC
            }
        }
        return found
    }
}
