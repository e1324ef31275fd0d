import TidingsNotifications
import UserNotifications

/// What the extension was given for one notification.
struct ServiceRequest: Sendable {
    /// Its name, which cannot be changed.
    let identifier: String
    /// When it came, on the clock that does not jump.
    let arrival: Duration
    // Carried: the system and the host have handed it over and change it no more.
    private let carried: Carried<UNNotificationContent>

    init(identifier: String, content: UNNotificationContent, arrival: Duration) {
        self.identifier = identifier
        self.arrival = arrival
        // A copy, because a host may go on with what it has handed over.
        carried = Carried(content.copy() as? UNNotificationContent ?? content)
    }

    /// The content as it came.
    var content: UNNotificationContent { carried.object }
}
