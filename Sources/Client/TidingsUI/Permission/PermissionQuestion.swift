import Combine
import Tidings
import TidingsCore

/// Whether there is a question to the person about notifications, and what they answered.
@MainActor
final class PermissionQuestion: ObservableObject {
    @Published private var permission: NotificationPermission?
    @Published private var isUnregistered = false
    @Published private var isPutOff = false
    private var isAsking = false

    nonisolated init() {}

    /// What there is to say; nil if nothing.
    var phase: PermissionPrimerContext.Phase? {
        guard let permission, !isPutOff, !isUnregistered else { return nil }
        switch permission {
        case .notDetermined, .provisional: return .ask
        case .denied: return .denied
        case .authorized, .ephemeral: return nil
        }
    }

    /// Follows what the SDK knows.
    func run() async {
        async let permissions: Void = follow(Tidings.permissions()) { self.permission = $0 }
        async let registrations: Void = follow(Tidings.registrations()) {
            self.isUnregistered = $0.subscriber.isUnregistered
        }
        _ = await (permissions, registrations)
    }

    func putOff() { isPutOff = true }

    /// Lets the system ask; a second press while it does changes nothing.
    func ask() {
        guard !isAsking else { return }
        isAsking = true
        ProcessWork.start { await self.register() }
    }

    private func register() async {
        do {
            try await Tidings.registerForPush()
        } catch {
            ClientLog.system(minimum: .warning)(.warning, "A primer could not register", ("error", "\(error)"))
        }
        isAsking = false
    }
}
