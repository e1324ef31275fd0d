import Foundation
import SimulatedDevice

/// The sample app and its extension, which lie beside the tool.
struct SamplePrograms: Sendable {
    /// The app's executable.
    let app: URL
    /// That of the app with scenes and another push SDK.
    let sceneApp: URL
    /// The extension's executable.
    let serviceExtension: URL

    /// Looks beside the running tool.
    ///
    /// - Throws: `CommandError` that names what is missing.
    static func beside(_ tool: URL = Tool.executable) throws(CommandError) -> SamplePrograms {
        let folder = tool.deletingLastPathComponent()
        func program(_ name: String) throws(CommandError) -> URL {
            let url = folder.appendingPathComponent(name)
            guard FileManager.default.isExecutableFile(atPath: url.path) else {
                throw CommandError(
                    .unusableSetting, "\(name) is not beside \(tool.path). Build it with swift build; make run does.")
            }
            return url
        }
        return SamplePrograms(
            app: try program("SampleApp"), sceneApp: try program("SceneSampleApp"),
            serviceExtension: try program("SampleServiceExtension"))
    }

    /// The sample app as it is installed on a phone; it asks for permission when it starts, as this user.
    func app(access: DevelopmentStack.Access, user: String, pictures: PictureServer, fault: String?) -> AppDefinition {
        var definition = definition(of: app, access, fault)
        definition.settings["TIDINGS_SAMPLE_USER"] = user
        // Only he is called.
        definition.settings["TIDINGS_SAMPLE_CALLS"] = user == "ben" ? "1" : "0"
        definition.capabilities.insert(.voIPMode)
        definition.settings["TIDINGS_SIMULATED_HOSTS"] = "\(PictureServer.publicHost)=127.0.0.1:\(pictures.port)"
        return definition
    }

    /// The app with scenes as it is installed on a phone; it does nothing by itself when it starts.
    func sceneApp(access: DevelopmentStack.Access, fault: String?) -> AppDefinition {
        var definition = definition(of: sceneApp, access, fault)
        definition.usesScenes = true
        definition.sceneDelegateClass = "SceneSampleApp.SceneDelegate"
        return definition
    }

    private func definition(of program: URL, _ access: DevelopmentStack.Access, _ fault: String?) -> AppDefinition {
        var settings = ["TIDINGS_URL": access.url, "TIDINGS_PUBLISHABLE_KEY": access.publishableKey]
        settings["TIDINGS_SAMPLE_FAULT"] = fault
        return AppDefinition(
            bundleID: access.bundleId, program: .executable(program), serviceExtension: .executable(serviceExtension),
            appGroups: ["group.\(access.bundleId)"], settings: settings)
    }
}
