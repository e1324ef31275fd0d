import ClientTestSupport
import Combine
import Foundation
import ProcessLocal
import Tidings
import TidingsCore
import TidingsUI

extension TestAppDelegate {
    /// What the app does with the live session.
    func chat(_ words: [String]) async -> String {
        let argument = words.dropFirst(2).first ?? ""
        switch words.dropFirst().first {
        case "start": Tidings.session.start(as: argument, token: tokens)
        case "stop": Tidings.session.stop()
        case "save": return String(Tidings.session.saveToken(argument))
        case "open": return String(URL(string: argument).map { Tidings.session.open($0) } ?? false)
        case "listen":
            let process = SimulatedProcess.current
            process.task {
                for await event in Tidings.session.events() {
                    switch event {
                    case .message(let message): SimulatedProcess.current.log("chat", ["message": message.id])
                    case .show(let conversation): SimulatedProcess.current.log("chat", ["show": conversation])
                    }
                }
            }
            await MainActor.run {
                let state = TidingsState()
                watch = state.$session.sink { session in
                    SimulatedProcess.current.log("state", ["connection": session.connection.rawValue])
                }
                process.task { await state.run() }
            }
        default: return Tidings.session.state.connection.rawValue
        }
        return "ok"
    }

    /// Gives a token as a backend would, or none.
    private var tokens: (@Sendable (String) async throws -> String)? {
        let options = options
        return { subscriber in
            SimulatedProcess.current.log("token", ["for": subscriber])
            guard let token = options.current.token else { throw TidingsError(.rejected, detail: "no token") }
            return token
        }
    }
}
