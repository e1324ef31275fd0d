import Foundation

/// The build settings of a new extension, configuration by configuration, after those of its app.
struct ExtensionSettings {
    /// What an extension must have as its app has it.
    private static let copied = [
        "CODE_SIGN_IDENTITY", "CODE_SIGN_STYLE", "CURRENT_PROJECT_VERSION", "DEVELOPMENT_TEAM", "EXCLUDED_ARCHS",
        "IPHONEOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET", "MARKETING_VERSION", "SDKROOT", "SUPPORTED_PLATFORMS",
        "SUPPORTS_MACCATALYST", "SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD", "SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD",
        "SWIFT_VERSION", "TARGETED_DEVICE_FAMILY", "VERSIONING_SYSTEM", "XROS_DEPLOYMENT_TARGET",
    ]

    /// The oldest system that the client runs on.
    static let oldestSystem = 16.0

    let app: AppTargets.App
    let request: SetupRequest
    let settings: [ConfigurationSettings]
    let identifiers: AppIdentifiers

    /// The settings of one configuration in Xcode's order.
    func fields(_ configuration: ConfigurationSettings, entitlements: String, plist: String, plan: inout SetupPlan)
        -> [NewValue.Field]
    {
        var values: [String: NewValue] = [:]
        for key in Self.copied.flatMap(configuration.ownKeys) {
            guard let parts = configuration.own[key] else { continue }
            let filled = parts.map { configuration.expanded($0, copying: true) }
            values[key] = filled.count == 1 ? .string(filled[0]) : .array(filled.map { .string($0) })
        }
        for key in configuration.ownKeys("PRODUCT_BUNDLE_IDENTIFIER") where key.contains("[") {
            let id = configuration.own[key]?.joined() ?? ""
            values[key] = .string(configuration.expanded(id, copying: true) + request.bundleSuffix)
        }
        let name = request.targetName
        let fixed: [(String, String)] = [
            ("APPLICATION_EXTENSION_API_ONLY", "YES"), ("CODE_SIGN_ENTITLEMENTS", "\(name)/\(entitlements)"),
            ("GENERATE_INFOPLIST_FILE", "YES"), ("INFOPLIST_FILE", "\(name)/\(plist)"),
            ("INFOPLIST_KEY_CFBundleDisplayName", name),
            ("PRODUCT_BUNDLE_IDENTIFIER", identifiers.copied(configuration) + request.bundleSuffix),
            ("PRODUCT_NAME", "$(TARGET_NAME)"), ("SKIP_INSTALL", "YES"), ("SWIFT_EMIT_LOC_STRINGS", "YES"),
        ]
        for (key, value) in fixed { values[key] = .string(value) }
        values["LD_RUNPATH_SEARCH_PATHS"] = .array(
            ["$(inherited)", "@executable_path/Frameworks", "@executable_path/../../Frameworks"].map { .string($0) })
        if identifiers.needsVariable { values[AppIdentifiers.variable] = .string(identifiers.copied(configuration)) }
        if configuration.value("SWIFT_VERSION") == nil { values["SWIFT_VERSION"] = .string("5.0") }
        if configuration.value("TARGETED_DEVICE_FAMILY") == nil { values["TARGETED_DEVICE_FAMILY"] = .string("1,2") }
        // Apps may make everything the main actor's by default; the class that is inherited from belongs to no actor.
        if configuration.inherited["SWIFT_DEFAULT_ACTOR_ISOLATION"] == ["MainActor"] {
            values["SWIFT_DEFAULT_ACTOR_ISOLATION"] = .string("nonisolated")
        }
        versions(configuration, &values, &plan)
        check(configuration, &plan)
        return values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
    }

    /// App and extension must have the same versions; an app may have its own in its property list.
    private func versions(
        _ configuration: ConfigurationSettings, _ values: inout [String: NewValue], _ plan: inout SetupPlan
    ) {
        let list = configuration.expandedValue("INFOPLIST_FILE").flatMap {
            PropertyListFile($0, root: app.location.root)
        }
        for (setting, key, usual) in [
            ("MARKETING_VERSION", "CFBundleShortVersionString", "1.0"),
            ("CURRENT_PROJECT_VERSION", "CFBundleVersion", "1"),
        ] {
            let written = list?.string(key)
            if let written, !written.contains("$(\(setting))"), !written.contains("${\(setting)}") {
                values[setting] = .string(configuration.expanded(written, copying: true))
                plan.note(
                    "version_in_property_list",
                    "The app's \(key) is in its property list, not in \(setting): keep the extension's \(setting) the same, or "
                        + "write $(\(setting)) into the list.")
            } else if configuration.value(setting) == nil {
                values[setting] = .string(usual)
            }
        }
    }

    private func check(_ configuration: ConfigurationSettings, _ plan: inout SetupPlan) {
        if let text = configuration.expandedValue("IPHONEOS_DEPLOYMENT_TARGET"), let system = Double(text),
            system < Self.oldestSystem
        {
            plan.note(
                "deployment_target_too_low",
                "The app runs on iOS \(text), the client on iOS 16 and later: raise the app's IPHONEOS_DEPLOYMENT_TARGET and run this again with --force."
            )
        }
        if configuration.expandedValue("CODE_SIGN_STYLE") == "Manual" {
            plan.note(
                "manual_signing",
                "The app is signed manually: make a provisioning profile for \(identifiers.shown(configuration))\(request.bundleSuffix) "
                    + "and set PROVISIONING_PROFILE_SPECIFIER of \(request.targetName).")
        }
        let id = identifiers.shown(configuration)
        if id.contains("$") {
            plan.note(
                "unknown_variable",
                "The app's bundle id in \(configuration.name), \(id), has a variable whose value is not in the project. It is kept as it is."
            )
        }
        for path in configuration.unreadable where !path.contains("Pods-") {
            plan.note("unreadable_settings", "\(path) cannot be read: settings in it were not taken over.")
        }
    }
}

/// The app's bundle ids, from which the extension's id and the groups follow.
struct AppIdentifiers {
    /// The setting of the extension that has the app's bundle id, where it differs between configurations.
    static let variable = "TIDINGS_APP_IDENTIFIER"

    private let texts: [String: String]
    private let shownTexts: [String: String]

    /// Finds the ids in the settings, or in the app's property list.
    init(_ settings: [ConfigurationSettings], app: AppTargets.App) throws(ProjectError) {
        var texts: [String: String] = [:]
        var shown: [String: String] = [:]
        for configuration in settings {
            let list = configuration.expandedValue("INFOPLIST_FILE").flatMap {
                PropertyListFile($0, root: app.location.root)
            }
            let written = list?.string("CFBundleIdentifier").flatMap {
                $0.contains("PRODUCT_BUNDLE_IDENTIFIER") ? nil : $0
            }
            guard let id = configuration.value("PRODUCT_BUNDLE_IDENTIFIER") ?? written, !id.isEmpty else {
                throw ProjectError(
                    .noBundleID,
                    "\(app.name) has no bundle id in its configuration \(configuration.name). Set PRODUCT_BUNDLE_IDENTIFIER first."
                )
            }
            texts[configuration.name] = configuration.expanded(id, copying: true)
            shown[configuration.name] = configuration.expanded(id)
        }
        self.texts = texts
        shownTexts = shown
    }

    /// The id as another target of the project may write it.
    func copied(_ configuration: ConfigurationSettings) -> String { texts[configuration.name] ?? "" }

    /// The id with every variable filled in that is known.
    func shown(_ configuration: ConfigurationSettings) -> String { shownTexts[configuration.name] ?? "" }

    /// Whether no one text is the id in all configurations.
    var needsVariable: Bool { Set(texts.values).count > 1 }

    /// The id as a file of the extension may have it, which is the same for all configurations.
    var inExtension: String { needsVariable ? "$(\(Self.variable))" : texts.values.first ?? "" }

    /// The id as a file of the app may have it that is for these configurations.
    func inApp(_ configurations: [ConfigurationSettings]) -> String {
        let ids = Set(configurations.map { copied($0) })
        return ids.count == 1 ? ids.first ?? "" : "$(PRODUCT_BUNDLE_IDENTIFIER)"
    }
}

extension ProjectError.Code {
    /// The app has no bundle id that the extension's could begin with.
    package static let noBundleID = Self(rawValue: "no_bundle_id")
}
