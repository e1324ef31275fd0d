/// Gives an app the right to receive pushes where it has no entitlements at all.
package enum PushCapability {
    /// Has every configuration without entitlements name a file with `aps-environment`: that of another configuration, or a
    /// new one.
    package static func add(to app: AppTargets.App, files: inout PlannedFiles) throws(ProjectError) {
        let key = "CODE_SIGN_ENTITLEMENTS"
        let settings = try ConfigurationSettings.all(of: app.target, in: app.file, root: app.location.root)
        let named = settings.compactMap { $0.value(key) }.filter { !$0.isEmpty }
        let without = settings.filter { ($0.value(key) ?? "").isEmpty && $0.ownKeys(key).allSatisfy { $0 == key } }
        guard !without.isEmpty else { return }
        let request = SetupRequest(source: .folder(app.location.root))
        var builder = ExtensionBuilder(app, request, settings, adopted: nil)
        var path = named.first
        if path == nil {
            let rights = Entitlements(
                app: app, request: request, settings: settings, identifiers: try AppIdentifiers(settings, app: app))
            let new = try rights.newPath(app.target, files)
            let list = try PropertyListText(Array(ExtensionFiles.emptyEntitlements.utf8), name: new)
            try files.set(app.location.url(new), to: list.setting(Entitlements.pushes, to: "development"))
            builder.showAppEntitlements(new)
            path = new
        }
        for configuration in without { builder.set(key, to: path ?? "", in: configuration.object) }
        builder.finish()
        try files.set(app.location.file, to: builder.bytes())
    }
}
