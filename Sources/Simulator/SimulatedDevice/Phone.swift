public import Foundation
public import Timekeeping

/// A simulated device with one app on it: what tests, demos and the command line hold in hand.
public final class Phone: Sendable {
    /// The device.
    public let device: SimulatedDevice
    /// Its app.
    public let bundleID: String

    /// Takes a device on which the app is installed.
    public init(device: SimulatedDevice, bundleID: String) {
        self.device = device
        self.bundleID = bundleID
    }

    /// Makes a device, installs an app and begins to receive pushes.
    public convenience init(
        name: String = "iPhone", app: AppDefinition, courier: any PushCourier, time: any TimeSource = SystemTime(),
        configuration: DeviceConfiguration = DeviceConfiguration(), directory: URL? = nil
    ) throws {
        let device = try SimulatedDevice(
            name: name, courier: courier, time: time, configuration: configuration, directory: directory)
        try device.install(app)
        device.start()
        self.init(device: device, bundleID: app.bundleID)
    }

    /// Everything that happened.
    public var timeline: Timeline { device.timeline }
    /// The state that the app is in.
    public var phase: AppPhase { device.phase(of: bundleID) }
    /// The app's token, once it has one.
    public var token: String? { device.token(of: bundleID) }
    /// What stands on the screen.
    public var screen: Screen {
        (try? device.screen(of: bundleID))
            ?? Screen(bundleID: bundleID, phase: .notRunning, badge: 0, notifications: [])
    }

    /// Opens the app by its icon.
    public func launch() async throws { try await device.launch(bundleID) }
    /// Leaves the app for the home screen.
    public func background() async throws { try await device.background(bundleID) }
    /// Lets the app in the background stand still.
    public func suspend() async throws { try await device.suspend(bundleID) }
    /// Ends the app as the system does for memory.
    public func kill() async throws { try await device.kill(bundleID) }
    /// Swipes the app away.
    public func forceQuit() async throws { try await device.forceQuit(bundleID) }
    /// Opens a link that belongs to the app.
    public func openURL(_ url: String) async throws { try await device.openURL(url, in: bundleID) }
    /// Presses the first button or switch with a label in the front window of a SwiftUI app.
    public func press(_ label: String) async throws { try await device.press(label, in: bundleID) }
    /// Taps a notification, by default the newest.
    public func tap(_ identifier: String? = nil) async throws { try await device.tap(identifier, in: bundleID) }
    /// Swipes a notification away, by default the newest.
    public func dismiss(_ identifier: String? = nil) async throws {
        try await device.dismiss(identifier, in: bundleID)
    }
    /// Presses a button of a notification, by default of the newest.
    public func act(_ action: String, on identifier: String? = nil, text: String? = nil) async throws {
        try await device.act(action, on: identifier, text: text, in: bundleID)
    }
    /// Writes a reply to a notification, by default to the newest.
    public func reply(_ text: String, to identifier: String? = nil) async throws {
        try await device.reply(text, to: identifier, in: bundleID)
    }
    /// Sends the app a line in its own words and answers what it says.
    @discardableResult
    public func command(_ line: String) async throws -> String { try await device.command(line, to: bundleID) }
    /// Locks the screen.
    public func lock() async { await device.lock() }
    /// Unlocks the screen.
    public func unlock() async { await device.unlock() }
    /// Goes on or off the network.
    public func setOnline(_ isOnline: Bool) async throws { try await device.setOnline(isOnline) }
    /// Switches the device off.
    public func stop() async { await device.stop() }
}
