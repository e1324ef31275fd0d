/// Has an app carry an extension that is in its project already.
package enum ExtensionEmbedding {
    /// The project with the extension embedded in the app, and the app built after it.
    package static func embed(_ targetID: String, in app: AppTargets.App) throws(ProjectError) -> [UInt8] {
        guard let target = app.file[targetID] else { return app.file.bytes }
        let product = try app.file.object("productReference", of: target)
        let name = product.name ?? "\(target.name ?? "Extension").appex"
        var builder = ExtensionBuilder(
            app, SetupRequest(source: .folder(app.location.root)), [], adopted: target)
        if !AppTargets.dependsOn(app.target, target, in: app.file) {
            builder.depend(on: .reference(target.id, target.name))
        }
        if !AppTargets.carries(app.target, target, in: app.file) {
            builder.carry(product: .reference(product.id, name), productName: name)
        }
        builder.finish()
        return builder.bytes()
    }
}
