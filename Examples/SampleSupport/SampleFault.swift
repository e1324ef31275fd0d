import Foundation
package import Tidings

/// Breaks a sample app on purpose, so that a test can see whether the demo notices.
///
/// Each fault replaces one thing that the client is made of; the SDK itself is the one that apps get.
package enum SampleFault: String, CaseIterable {
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
    /// Permission on trial is asked for like any other.
    case askFully = "ask-fully"
    /// Each start of the app is a new install.
    case forgetInstall = "forget-install"
    /// Nothing is planned with the system.
    case ignorePlans = "ignore-plans"
    /// The server never hears what the person chose.
    case keepChoices = "keep-choices"
    /// The server hears of the first token only.
    case keepToken = "keep-token"
    /// The other push SDK loses its place.
    case robForeign = "rob-foreign"
    /// Nobody knows for whom a push is; only the extension is concerned.
    case forgetPerson = "forget-person"

    /// What whoever starts the app chose to break: `TIDINGS_SAMPLE_FAULT`.
    package static var current: SampleFault? {
        ProcessInfo.processInfo.environment["TIDINGS_SAMPLE_FAULT"].flatMap(SampleFault.init(rawValue:))
    }

    /// Starts the SDK with broken parts.
    package func configure(_ configuration: Configuration) {
        var dependencies = PushClient.Dependencies.live(configuration)
        replaceParts(of: &dependencies)
        Tidings.configure(configuration, dependencies: dependencies)
    }

    /// Puts broken parts in place of whole ones.
    package func replaceParts(of dependencies: inout PushClient.Dependencies) {
        switch self {
        case .dropReceipts: dependencies.answerLocally(pathSuffix: "/client/events", with: Self.emptyResults)
        case .ignoreDisplayRule: dependencies.rules.display = { _, _, _ in .present }
        case .ignoreIntercept: dependencies.rules.mayPresent = { _, _ in true }
        case .dropTapReplay: dependencies.rules.tapAgeLimit = -1
        case .skipRegistration: dependencies.answerLocally(pathSuffix: "/client/device", with: Self.unavailable)
        case .askFully:
            let ask = dependencies.system.requestAuthorization
            dependencies.system.requestAuthorization = { _ in try await ask(false) }
        case .forgetInstall:
            dependencies.change { environment in
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                guard let container = try? ClientContainer(root: folder) else { return }
                environment.container = container
            }
        case .ignorePlans: dependencies.system.local = .none
        case .keepChoices:
            dependencies.answerLocally(pathSuffix: "/client/preferences/demo-offers", with: Self.noTopics)
        case .keepToken: dependencies.keepFirstToken()
        case .skipDecryption, .dropPictures, .robForeign, .forgetPerson: break
        }
    }

    /// Says that every event was taken, without telling anybody.
    private static let emptyResults: @Sendable (HTTPCall) -> HTTPReply = { call in
        let sent = call.body.flatMap { try? JSONValue(parsing: [UInt8]($0)) }?["events"]?.array ?? []
        let results = sent.map { event in JSONValue.object(["id": event["id"] ?? .null, "status": "accepted"]) }
        let answer: JSONValue = ["success": true, "data": ["results": .array(results)]]
        return HTTPReply(status: 202, body: Data(answer.encoded()))
    }

    private static let noTopics: @Sendable (HTTPCall) -> HTTPReply = { _ in
        HTTPReply(status: 200, body: Data(#"{"success":true,"data":{"items":[]}}"#.utf8))
    }

    private static let unavailable: @Sendable (HTTPCall) -> HTTPReply = { _ in HTTPReply(status: 503) }
}

extension PushClient.Dependencies {
    /// Changes the environment that the client is made with.
    mutating func change(_ body: @escaping @Sendable (inout ClientEnvironment) -> Void) {
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

    /// Answers registrations with another token than the first as if the server had taken them.
    fileprivate mutating func keepFirstToken() {
        change { environment in
            let send = environment.transport.send
            environment.transport.send = { call in
                guard let token = call.registeredToken else { return try await send(call) }
                let defaults = UserDefaults.standard
                if let first = defaults.string(forKey: "first token"), first != token,
                    let answer = defaults.data(forKey: "first answer")
                {
                    return HTTPReply(status: 200, body: answer)
                }
                let reply = try await send(call)
                defaults.set(token, forKey: "first token")
                defaults.set(reply.body, forKey: "first answer")
                return reply
            }
        }
    }
}
