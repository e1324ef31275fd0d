import Foundation
import Tidings
import TidingsServiceExtension
import UserNotifications

// The samples of BuzzKit's page under our names; see Documentation/ComingFrom/BuzzKit.md.

enum FromBuzzKit {
    static func register() async throws -> Bool {
        // snippet: buzzkit-register
        let granted = try await Tidings.registerForPush()
        // end
        return granted
    }

    static func registerUnlessAsked() async throws {
        // snippet: buzzkit-permission
        if await Tidings.notificationPermission() == .notDetermined {
            try await Tidings.registerForPush()
        }
        // end
    }

    static func configure(_ url: URL) {
        // snippet: buzzkit-environment
        var configuration = Configuration(publishableKey: "td_pk_…", url: url)
        configuration.pushEnvironment = .sandbox
        Tidings.configure(configuration)
        // end
    }

    @MainActor
    static func decide(_ coordinator: NotificationCoordinator) {
        // snippet: buzzkit-set-delegate
        Tidings.delegate = coordinator
        // end
    }
}

// snippet: buzzkit-delegate
@MainActor
final class NotificationCoordinator: TidingsDelegate {
    func tidingsPresentationOptions(for notification: ReceivedNotification) -> UNNotificationPresentationOptions? {
        notification.data["priority"] == "high" ? [.banner, .sound] : []
    }
}
// end

// snippet: buzzkit-extension
final class GymNotificationService: TidingsNotificationService {
    override var appGroup: String? { "group.com.example.gym" }
}
// end
