import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import Timekeeping
import UIKit
import UserNotifications

let bundleID = "dev.tidings.fixture"

/// A phone whose app lives in this process, and the courier that brings its pushes.
struct TestPhone {
    let phone: Phone
    let courier: DirectCourier
    let time: VirtualTime
    let app: AppDefinition

    var timeline: Timeline { phone.timeline }
    var device: SimulatedDevice { phone.device }

    /// The names of what the app noted, in order.
    var calls: [String] {
        timeline.entries.filter { $0.kind.rawValue.hasPrefix("app.") && $0.kind != .state }
            .map { String($0.kind.rawValue.dropFirst(4)) }
    }

    /// Sends a push and waits until the phone has dealt with it in one of these ways.
    @discardableResult
    func push(
        _ payload: String, id: String = UUID().uuidString.lowercased(), type: String = "alert",
        collapseID: String? = nil, until kinds: TimelineEntry.Kind...
    ) async throws -> TimelineEntry {
        let mark = timeline.mark
        courier.send(payload, to: bundleID, pushType: type, collapseID: collapseID, id: id)
        return try await timeline.first(after: mark) { kinds.contains($0.kind) }
    }
}

/// Makes a phone with an app that records its calls, launched with permission and a token unless told otherwise.
func makePhone(
    delegate: @escaping @MainActor @Sendable () -> any UIApplicationDelegate = { RecordingDelegate() },
    program: Program? = nil, serviceExtension: Program? = nil, usesScenes: Bool = false, ready: Bool = true,
    capabilities: Set<AppDefinition.Capability> = [.push, .remoteNotificationMode],
    configuration: DeviceConfiguration = DeviceConfiguration(),
    changing change: (inout AppDefinition) -> Void = { _ in }
) async throws -> TestPhone {
    let courier = DirectCourier()
    let time = VirtualTime.forTest()
    var app = AppDefinition(
        bundleID: bundleID, program: program ?? .app(delegate), serviceExtension: serviceExtension,
        appGroups: ["group.dev.tidings"], capabilities: capabilities, usesScenes: usesScenes)
    change(&app)
    let phone = try Phone(app: app, courier: courier, time: time, configuration: configuration)
    let test = TestPhone(phone: phone, courier: courier, time: time, app: app)
    if ready {
        phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
    }
    return test
}
