// On a phone the extension's property list names the class, and this file is not part of the target.
import UserNotifications

UNNotificationServiceExtension.simulated.main(NotificationService.self)
