extension ServiceExtensionSetup {
    /// Links an extension that somebody else wrote with our product, and gives it the groups.
    static func adopt(
        _ target: ProjectObject, _ app: AppTargets.App, _ request: SetupRequest, files: inout PlannedFiles,
        plan: inout SetupPlan
    ) throws(ProjectError) {
        plan = SetupPlan(action: .adopt, project: plan.project, app: plan.app, target: target.name ?? "")
        let settings = try ConfigurationSettings.all(of: app.target, in: app.file, root: app.location.root)
        let own = try ConfigurationSettings.all(of: target, in: app.file, root: app.location.root)
        let identifiers = try AppIdentifiers(settings, app: app)
        let entitlements = Entitlements(app: app, request: request, settings: settings, identifiers: identifiers)
        var builder = ExtensionBuilder(app, request, settings, adopted: target)
        for configuration in own {
            let id = configuration.expandedValue("PRODUCT_BUNDLE_IDENTIFIER") ?? ""
            plan.bundleIDs[configuration.name] = id
            let prefix = settings.first { $0.name == configuration.name }.map { identifiers.shown($0) + "." } ?? ""
            if !id.hasPrefix(prefix) || id.dropFirst(prefix.count).contains(".") {
                plan.note(
                    "bundle_id_prefix",
                    "The extension's bundle id in \(configuration.name), \(id), is not the app's with one more part: set "
                        + "appGroup where you make the NotificationProcessor.")
            }
        }
        builder.addPackage()
        try completeApp(entitlements, &builder, files: &files, plan: &plan)
        let id = identifiers.needsVariable ? nil : identifiers.inExtension
        let named = own.filter { configuration in
            !identifiers.needsVariable || settings.contains { $0.name == configuration.name }
        }
        let created = try entitlements.complete(
            target, named, id: { users in id ?? perConfiguration(users, settings, identifiers) }, isApp: false,
            files: &files, plan: &plan)
        for configuration in created?.configurations ?? [] {
            builder.set("CODE_SIGN_ENTITLEMENTS", to: created?.path ?? "", in: configuration.object)
        }
        if identifiers.needsVariable {
            for configuration in own {
                guard let host = settings.first(where: { $0.name == configuration.name }) else { continue }
                builder.set(AppIdentifiers.variable, to: identifiers.copied(host), in: configuration.object)
            }
        }
        plan.note(
            "code_left_alone",
            "The code of \(target.name ?? "") is left alone. Have it call NotificationProcessor().process(request, "
                + "withContentHandler:), see Documentation/Guides/AddTheExtension.md.")
        try addPods(app, request, target: target.name ?? "", files: &files, plan: &plan)
        try finish(&builder, app, files: &files)
    }

    private static func perConfiguration(
        _ users: [ConfigurationSettings], _ settings: [ConfigurationSettings], _ identifiers: AppIdentifiers
    ) -> String {
        let hosts = settings.filter { host in users.contains { $0.name == host.name } }
        let ids = Set(hosts.map { identifiers.copied($0) })
        return ids.count == 1 ? ids.first ?? "" : identifiers.inExtension
    }
}
