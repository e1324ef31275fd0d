import Foundation
import PushModel
import SimulatedDevice
import Timekeeping

/// A server, a simulated APNs and one phone whose app has registered and been closed: all is left to the extension.
struct ExtensionStage {
    /// What one push cost the extension.
    struct Push: Sendable {
        let cpuMilliseconds: Double
        /// The most memory so far, beyond what the process had at its start.
        let addedMegabytes: Double
    }

    private static let user = "bench"

    private let stack: DevelopmentStack
    private let pictures: PictureServer
    private let phone: Phone
    private let api: APIClient

    /// Starts everything; the app is dead at the end.
    ///
    /// - Throws: `CommandError` if the app did not get so far.
    static func start(programs: SamplePrograms, pictureBytes: Int) async throws -> ExtensionStage {
        let stack = try await DevelopmentStack.start(bundleID: DevelopmentStack.sampleBundleID)
        do {
            let pictures = try await PictureServer.start(byteCount: pictureBytes)
            guard let server = URL(string: stack.access.url), let control = URL(string: stack.access.apnsControlURL)
            else { throw CommandError(.failed, "The development server gave no URL.", exitCode: .failure) }
            let app = programs.app(access: stack.access, user: user, pictures: pictures, fault: nil)
            let phone = try Phone(
                app: app, courier: try await ControlCourier.join(controlURL: control, name: user, patience: 10))
            let stage = ExtensionStage(
                stack: stack, pictures: pictures, phone: phone,
                api: APIClient(server: server, key: stack.access.secretKey, tenant: nil))
            try await phone.launch()
            try await stage.waitForDevice()
            try await phone.kill()
            return stage
        } catch {
            await stack.stop()
            throw error
        }
    }

    func stop() async {
        await phone.stop()
        await pictures.stop()
        await stack.stop()
    }

    /// Sends a push, waits until it stands on the screen, and tells what it cost.
    func push(_ fields: JSONObject) async throws -> Push {
        let before = extensionProcess.flatMap(ProcessCosts.init(ofProcess:))
        let mark = phone.timeline.mark
        var message = fields
        message["to"] = .string(Self.user)
        _ = try await api.value("POST", "/v1/messages", .object(message))
        _ = try await phone.timeline.first(.shown, after: mark)
        guard let answer = phone.timeline.entries.dropFirst(mark).first(where: { $0.kind == .extensionAnswered }),
            let added = answer["memoryKB"].flatMap({ Double($0) }),
            let after = extensionProcess.flatMap(ProcessCosts.init(ofProcess:))
        else { throw CommandError(.failed, "The extension did not answer a push.", exitCode: .failure) }
        if fields["imageUrl"] != nil, answer["attachments"] != "1" {
            throw CommandError(.failed, "The extension did not attach the picture.", exitCode: .failure)
        }
        return Push(
            cpuMilliseconds: after.cpuMilliseconds - (before?.cpuMilliseconds ?? 0),
            addedMegabytes: added * 1024 / 1e6)
    }

    /// The id of the newest process of the extension.
    private var extensionProcess: Int32? {
        phone.timeline.all(.launched).last { $0.process?.hasPrefix("extension") == true }
            .flatMap { $0["pid"] }.flatMap { Int32($0) }
    }

    private func waitForDevice() async throws {
        let time = SystemTime()
        for _ in 0..<200 {
            let devices =
                try await api.value("GET", "/v1/devices", query: ["externalId": Self.user])["items"]?.array ?? []
            if devices.contains(where: { $0["token"]?["status"] == "active" }) { return }
            try await time.sleep(for: .milliseconds(50))
        }
        throw CommandError(.failed, "The sample app did not register within 10 s.", exitCode: .failure)
    }
}
