import Foundation
import Locking
import SimulatedDevice
import Testing

/// Simulated iPhones with app and extension, each a process of its own when it runs.
final class FullPhones: Sendable {
    private let phones: [Phone]

    /// Switches the phones on, and waits until each app has registered at the server.
    init(_ count: Int, control: String, server: String, key: String) async throws {
        let url = try #require(URL(string: control))
        var phones: [Phone] = []
        for index in 0..<count {
            var app = AppDefinition(
                bundleID: Fleet.bundleID, program: .executable(try Executable.product("SampleApp").url),
                appGroups: ["group.\(Fleet.bundleID)"],
                settings: [
                    "TIDINGS_URL": server, "TIDINGS_PUBLISHABLE_KEY": key, "TIDINGS_SAMPLE_USER": "phone-\(index)",
                ])
            app.serviceExtension = .executable(try Executable.product("SampleServiceExtension").url)
            var configuration = DeviceConfiguration()
            configuration.passesChildOutput = false
            let courier = try await ControlCourier.join(controlURL: url, name: "phone-\(index)", patience: 10)
            phones.append(try Phone(name: "phone-\(index)", app: app, courier: courier, configuration: configuration))
        }
        self.phones = phones
        for phone in phones { try await phone.launch() }
    }

    var count: Int { phones.count }

    /// Ends the apps: what comes now is the extension's alone.
    func killApps() async throws { for phone in phones { try await phone.kill() } }

    /// Opens the apps, which report what they have not reported yet.
    func openApps() async throws { for phone in phones { try await phone.launch() } }

    /// What stands on each screen.
    var titles: [[String]] { phones.map { $0.screen.notifications.map(\.title) } }

    func stop() async { for phone in phones { await phone.stop() } }
}
