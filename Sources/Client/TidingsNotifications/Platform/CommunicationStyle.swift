package import Foundation
package import UserNotifications

/// Shows a notification as a communication: with the sender's name and face, and past a Focus that lets the person through.
package enum CommunicationStyle {
    /// The content as the system makes it of a communication; nil where it cannot.
    package static func styled(
        _ content: Carried<UNNotificationContent>, as communication: Communication, face: Data?
    ) async -> Carried<UNNotificationContent>? {
        nil
    }
}
