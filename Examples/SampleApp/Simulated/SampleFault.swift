import Foundation
import Tidings

/// Breaks the app on purpose, so that a test can see whether the demo notices.
///
/// Each fault replaces one thing that the client is made of; the SDK itself is the one that apps get.
enum SampleFault: String, CaseIterable {
    /// Receipts and events never reach the server.
    case dropReceipts = "drop-receipts"
    /// Every message is presented, whatever conversation is open.
    case ignoreDisplayRule = "ignore-display-rule"
    /// The extension finds no key; the app is whole.
    case skipDecryption = "skip-decryption"
    /// The delegate is not asked.
    case ignoreIntercept = "ignore-intercept"
    /// A tap counts as too old at once.
    case dropTapReplay = "drop-tap-replay"
    /// The server never hears of the device.
    case skipRegistration = "skip-registration"
    /// Pictures cannot be fetched; only the extension is concerned.
    case dropPictures = "drop-pictures"

    /// What whoever starts the app chose to break: `TIDINGS_SAMPLE_FAULT`.
    static var current: SampleFault? {
        ProcessInfo.processInfo.environment["TIDINGS_SAMPLE_FAULT"].flatMap(SampleFault.init(rawValue:))
    }

    /// Starts the SDK with broken parts.
    func configure(_ configuration: Configuration) {
        var dependencies = PushClient.Dependencies.live(configuration)
        replaceParts(of: &dependencies)
        Tidings.configure(configuration, dependencies: dependencies)
    }

    /// Puts broken parts in place of whole ones.
    private func replaceParts(of dependencies: inout PushClient.Dependencies) {
        switch self {
        case .dropReceipts: dependencies.answerLocally(pathSuffix: "/client/events", with: Self.emptyResults)
        case .ignoreDisplayRule: dependencies.rules.display = { _, _, _ in .present }
        case .ignoreIntercept: dependencies.rules.mayPresent = { _, _ in true }
        case .dropTapReplay: dependencies.rules.tapAgeLimit = -1
        case .skipRegistration: dependencies.answerLocally(pathSuffix: "/client/device", with: Self.unavailable)
        case .skipDecryption, .dropPictures: break
        }
    }

    /// Says that every event was taken, without telling anybody.
    private static let emptyResults: @Sendable (HTTPCall) -> HTTPReply = { call in
        let sent = call.body.flatMap { try? JSONValue(parsing: [UInt8]($0)) }?["events"]?.array ?? []
        let results = sent.map { event in JSONValue.object(["id": event["id"] ?? .null, "status": "accepted"]) }
        let answer: JSONValue = ["success": true, "data": ["results": .array(results)]]
        return HTTPReply(status: 202, body: Data(answer.encoded()))
    }

    private static let unavailable: @Sendable (HTTPCall) -> HTTPReply = { _ in HTTPReply(status: 503) }
}

extension PushClient.Dependencies {
    /// Changes the environment that the client is made with.
    fileprivate mutating func change(_ body: @escaping @Sendable (inout ClientEnvironment) -> Void) {
        let make = environment
        environment = { configuration in
            var environment = try make(configuration)
            body(&environment)
            return environment
        }
    }

    /// Answers calls to a path without sending them.
    fileprivate mutating func answerLocally(
        pathSuffix: String, with reply: @escaping @Sendable (HTTPCall) -> HTTPReply
    ) {
        change { environment in
            let send = environment.transport.send
            environment.transport.send = { call in
                call.url.path.hasSuffix(pathSuffix) ? reply(call) : try await send(call)
            }
        }
    }
}
