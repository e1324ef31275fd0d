import Foundation
import ProcessLocal
import Tidings
import UserNotifications

/// What whoever drives the phone may ask a sample app to do, a line each.
package struct SampleCommands: Sendable {
    private let register: @Sendable (_ isProvisional: Bool) async -> String
    private let intercept: @MainActor @Sendable (_ isOn: Bool) -> Void

    /// Says how the app registers, and how it takes over messages.
    package init(
        register: @escaping @Sendable (_ isProvisional: Bool) async -> String,
        intercept: @escaping @MainActor @Sendable (_ isOn: Bool) -> Void
    ) {
        self.register = register
        self.intercept = intercept
    }

    private static let help = """
        conversation [ID] · intercept on|off · history · ready · register [provisional] · identify ID [HASH] · logout · who · \
        planned · pending · track NAME · topics · topic NAME on|off · diagnose · help
        """

    /// Begins to listen.
    package func install() {
        SimulatedProcess.current.onCommand { await self.carryOut($0) }
    }

    private func carryOut(_ line: String) async -> String {
        let words = line.split(separator: " ").map(String.init)
        let argument = words.dropFirst().first
        switch words.first {
        case "conversation":
            Tidings.conversation = argument
            return argument.map { "reading \($0)" } ?? "reading nothing"
        case "intercept":
            guard argument == "on" || argument == "off" else { return "say intercept on or intercept off" }
            await intercept(argument == "on")
            return "intercepts \(argument ?? "")"
        case "history":
            await Tidings.messages.refresh()
            return await Tidings.messages.all().map(Self.describe).joined(separator: "\n")
        case "ready":
            await Tidings.ready()
            return "ready"
        case "register":
            return await register(argument == "provisional")
        case "identify":
            guard let argument else { return "say whom" }
            Tidings.identify(argument, hash: words.dropFirst(2).first)
            return "is \(argument)"
        case "logout":
            Tidings.logout()
            return "logged out"
        case "who":
            guard let subscriber = await Tidings.subscriber() else { return "nobody" }
            return subscriber.isAnonymous ? "anonymous" : subscriber.id
        case "planned":
            return await Tidings.local.planned().map(\.id).joined(separator: " ")
        case "pending":
            return await UNUserNotificationCenter.current().pendingNotificationRequests().map(\.identifier).sorted()
                .joined(separator: " ")
        case "topics":
            return await topics { try await Tidings.topics.all() }
        case "topic":
            guard let argument, let choice = words.dropFirst(2).first, ["on", "off"].contains(choice) else {
                return "say topic NAME on or topic NAME off"
            }
            return await topics { try await Tidings.topics.set(argument, enabled: choice == "on") }
        case "diagnose":
            return "\(await Tidings.diagnose())"
        case "track":
            guard let argument else { return "say which event" }
            Tidings.track(argument)
            return "tracked \(argument)"
        default:
            return Self.help
        }
    }

    /// The topics, each with a plus where its pushes reach the person.
    private func topics(_ list: () async throws -> [TopicPreference]) async -> String {
        do {
            return try await list().map { $0.topic + ($0.isEnabled ? "+" : "-") }.sorted().joined(separator: " ")
        } catch {
            return "\(error)"
        }
    }

    private static func describe(_ message: HistoryMessage) -> String {
        let text = [message.title, message.body].compactMap { $0 }.joined(separator: ": ")
        return "\(message.id) \(message.isReadable ? text : "(not readable on this phone)")"
    }
}
