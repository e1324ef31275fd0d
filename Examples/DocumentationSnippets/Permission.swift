import Foundation
import Tidings

// snippet: ask
func askForNotifications() async {
    do {
        let isAllowed = try await Tidings.registerForPush()
        print(isAllowed ? "Notifications are on." : "They can be allowed in Settings.")
    } catch let error as TidingsError where error.code == .permissionDenied {
        print("The system did not ask: \(error)")
    } catch {
        print("Not registered yet; it is tried again by itself: \(error)")
    }
}
// end

func askQuietly() async throws {
    // snippet: provisional
    try await Tidings.registerForPush(provisional: true)
    // end
}

func lookFirst() async -> Bool {
    // snippet: permission
    switch await Tidings.notificationPermission() {
    case .notDetermined: return true  // show your own explanation, then ask
    case .denied: return false  // only Settings can change it
    case .authorized, .provisional, .ephemeral: return false
    }
    // end
}
