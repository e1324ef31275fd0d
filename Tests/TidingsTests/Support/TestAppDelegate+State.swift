import Combine
import Foundation
import ProcessLocal
import Tidings
import TidingsCore

extension TestAppDelegate {
    /// Notes every value of every publisher and sequence of the SDK.
    func follow() async {
        await MainActor.run {
            note("permission", Tidings.permissionPublisher.map(\.rawValue))
            note("conversation", Tidings.conversationPublisher.map { $0 ?? "none" })
            note("event", Tidings.notificationEventPublisher.map(\.kind.rawValue))
            note("session", Tidings.session.statePublisher.map(\.connection.rawValue))
            note("message", Tidings.session.eventPublisher.map { "\($0)" })
            note(
                "registration",
                Tidings.registrationPublisher.map { state in
                    [
                        state.subscriber.isAnonymous ? "anonymous" : state.subscriber.id, state.hasToken ? "token" : "",
                        state.isRegistered ? "registered" : "", state.deviceID ?? "",
                    ].filter { !$0.isEmpty }.joined(separator: " ")
                })
        }
        SimulatedProcess.current.task {
            for await permission in Tidings.permissions() {
                SimulatedProcess.current.log("sequence", ["of": "permission", "value": permission.rawValue])
            }
        }
    }

    @MainActor private func note(_ name: String, _ values: some Publisher<String, Never>) {
        values.sink { value in
            SimulatedProcess.current.log(
                "published", ["of": name, "value": value, "main": String(MainThread.isCurrent)])
        }.store(in: &followed)
    }
}
