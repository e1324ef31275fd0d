import Foundation
import ProcessLocal
import TidingsServiceExtension
import UserNotifications

/// Starts the extension on a simulated phone; on a real one its property list names the class.
@main
enum EntryPoint {
    static func main() {
        let fault = ProcessInfo.processInfo.environment["TIDINGS_SAMPLE_FAULT"].flatMap(ExtensionFault.init(rawValue:))
        if fault == nil {
            UNNotificationServiceExtension.simulated.main(NotificationService.self)
        } else {
            UNNotificationServiceExtension.simulated.main(FaultyNotificationService.self)
        }
    }
}
