import Foundation
import SimulatedDevice

/// Reads the options of `tidings device`.
struct DeviceSetup {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// The phone with its app, switched on and joined to the simulated APNs.
    func phone() async throws -> Phone {
        let app = try app()
        let configuration = try configuration()
        let text = try invocation.required("apns-control")
        guard let url = URL(string: text) else {
            throw CommandError(.invalidValue, "--apns-control is no URL: \(quoted(text)).")
        }
        let name = invocation.value("name") ?? "iPhone"
        do {
            let courier = try await ControlCourier.join(controlURL: url, name: name)
            return try Phone(
                name: name, app: app, courier: courier, configuration: configuration,
                directory: invocation.value("data").map { URL(fileURLWithPath: $0, isDirectory: true) })
        } catch let error as CourierError {
            guard error.code == .invalidURL else {
                throw CommandError(.unreachable, "--apns-control: \(error)", exitCode: .failure)
            }
            throw CommandError(.invalidValue, "--apns-control: \(error)")
        }
    }

    private func app() throws -> AppDefinition {
        let bundleID = invocation.value("bundle-id") ?? DevelopmentStack.sampleBundleID
        var app = AppDefinition(
            bundleID: bundleID,
            program: .executable(try executable("app", sample: "SampleApp")),
            appGroups: [invocation.value("app-group") ?? "group.\(bundleID)"],
            usesScenes: invocation.flag("scenes") || invocation.value("scene-delegate") != nil, settings: try settings()
        )
        app.sceneDelegateClass = invocation.value("scene-delegate")
        if invocation.value("extension") != "none" {
            app.serviceExtension = .executable(try executable("extension", sample: "SampleServiceExtension"))
        }
        app.contentExtensionCategories = Set(invocation.values("content-category"))
        if invocation.value("content-extension") != nil {
            guard !app.contentExtensionCategories.isEmpty else {
                throw CommandError(
                    .missingOption,
                    "--content-extension draws nothing without a category. Name one with --content-category NAME.")
            }
            app.contentExtension = .executable(try executable("content-extension"))
        }
        if let name = invocation.value("environment") {
            guard let environment = PushEnvironment(rawValue: name) else {
                throw CommandError(.invalidValue, "--environment is sandbox or production, not \(quoted(name)).")
            }
            app.environment = environment
        }
        app.capabilities.insert(.voIPMode)
        if invocation.flag("filtering") { app.capabilities.insert(.filtering) }
        app.permittedTasks = Set(invocation.values("task"))
        if !app.permittedTasks.isEmpty { app.capabilities.formUnion([.fetchMode, .processingMode]) }
        app.supportsMultipleScenes = invocation.value("kind") == "tablet"
        return app
    }

    private func settings() throws -> [String: String] {
        var settings: [String: String] = [:]
        settings["TIDINGS_URL"] = invocation.value("server")
        settings["TIDINGS_PUBLISHABLE_KEY"] = invocation.value("key")
        settings["TIDINGS_SAMPLE_USER"] = invocation.value("user")
        for text in invocation.values("setting") {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw CommandError(.invalidValue, "--setting takes NAME=VALUE, not \(quoted(text)).")
            }
            settings[String(text[..<equals])] = String(text[equals...].dropFirst())
        }
        return settings
    }

    private func configuration() throws -> DeviceConfiguration {
        var configuration = DeviceConfiguration()
        switch invocation.value("permission") {
        case nil, "allow": configuration.permissionAnswer = .allow
        case "deny": configuration.permissionAnswer = .deny
        case "wait": configuration.permissionAnswer = .wait
        case let other?:
            throw CommandError(.invalidValue, "--permission is allow, deny or wait, not \(quoted(other)).")
        }
        let kinds: [String: DeviceConfiguration.Kind] = ["phone": .phone, "tablet": .tablet, "simulator": .simulator]
        let kind = invocation.value("kind") ?? "phone"
        guard let known = kinds[kind] else {
            throw CommandError(.invalidValue, "--kind is phone, tablet or simulator, not \(quoted(kind)).")
        }
        configuration.kind = known
        if let text = invocation.value("budget") {
            guard let wakes = Double(text), wakes.isFinite, wakes > 0 else {
                throw CommandError(.invalidValue, "--budget is a number of wakes an hour, not \(quoted(text)).")
            }
            configuration.silentPushBudget = SilentPushBudget(wakesPerHour: wakes)
        }
        return configuration
    }

    /// The executable that an option names, or the sample beside the running tool.
    private func executable(_ option: String, sample: String = "") throws -> URL {
        let url =
            invocation.value(option).map { URL(fileURLWithPath: $0).absoluteURL }
            ?? Tool.executable.deletingLastPathComponent().appendingPathComponent(sample)
        guard FileManager.default.isExecutableFile(atPath: url.path) else {
            throw CommandError(
                .unusableSetting,
                "There is no executable at \(url.path). Build it with swift build, or name another one with --\(option)."
            )
        }
        return url
    }
}
