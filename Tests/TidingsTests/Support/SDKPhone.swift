import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore
import Timekeeping
import UIKit

let bundleID = "com.example.app"

/// A phone with an app that uses the SDK, the server that it talks to, and the courier that brings its pushes.
struct SDKPhone: Sendable {
    let phone: Phone
    let courier: DirectCourier
    let server: FakeServer
    let time: VirtualTime
    let options: TestOptions

    var timeline: Timeline { phone.timeline }

    /// Makes a phone; the app does not run yet.
    init(
        extension program: Program? = nil, usesScenes: Bool = false,
        permission: DeviceConfiguration.PermissionAnswer = .allow,
        program appProgram: Program? = nil, settings: [String: String] = [:],
        _ change: (TestOptions) -> Void = { _ in }
    ) throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        change(options)
        try self.init(
            time: time, options: options, extension: program, usesScenes: usesScenes, permission: permission,
            program: appProgram, settings: settings)
    }

    /// Makes a phone for an app with options of its own.
    init(
        time: VirtualTime, options: TestOptions, extension program: Program? = nil, usesScenes: Bool = false,
        permission: DeviceConfiguration.PermissionAnswer = .allow, program appProgram: Program? = nil,
        settings: [String: String] = [:], appGroups: [String] = ["group.\(bundleID)"],
        changing: (inout AppDefinition, inout DeviceConfiguration) -> Void = { _, _ in }
    ) throws {
        self.time = time
        server = options.server
        self.options = options
        courier = DirectCourier()
        var configuration = DeviceConfiguration()
        configuration.permissionAnswer = permission
        var app = AppDefinition(
            bundleID: bundleID, program: appProgram ?? .app { TestAppDelegate(options) }, serviceExtension: program,
            appGroups: appGroups, usesScenes: usesScenes, settings: settings)
        changing(&app, &configuration)
        phone = try Phone(app: app, courier: courier, time: time, configuration: configuration)
    }

    /// Launches the app, and waits until the server knows its token.
    func registered() async throws -> SDKPhone {
        try await phone.launch()
        try await server.wait { server in server.devices.contains { $0.registration["token"] != nil } }
        return self
    }

    /// The device as the server knows it.
    var device: JSONObject { server.devices.first?.registration ?? JSONObject() }

    /// Sends a push and waits until the phone has shown it, or not.
    @discardableResult
    func push(
        _ payload: String, id: String = "msg_1", type: String = "alert", until kinds: TimelineEntry.Kind...
    ) async throws -> TimelineEntry {
        let mark = timeline.mark
        let wanted = kinds.isEmpty ? [.shown, .notShown] : kinds
        courier.send(payload, to: bundleID, pushType: type, collapseID: id)
        return try await timeline.first(after: mark) { wanted.contains($0.kind) }
    }

    /// What the app noted under a name, in order.
    func notes(_ name: String) -> [TimelineEntry] { timeline.all(.init(rawValue: "app." + name)) }

    /// Waits until the app has noted something.
    @discardableResult
    func note(_ name: String, after mark: Int = 0) async throws -> TimelineEntry {
        try await timeline.first(.init(rawValue: "app." + name), after: mark)
    }

    /// Waits until these receipts of a message have reached the server.
    func receipts(_ wanted: String..., of message: String = "msg_1") async throws -> [String] {
        try await server.wait { server in Set(wanted).isSubset(of: server.receipts(of: message)) }
        return server.receipts(of: message)
    }

    /// Lets the app do something that every earlier command of the client has to be over for.
    func settle() async throws { _ = try await phone.command("settle") }
}
