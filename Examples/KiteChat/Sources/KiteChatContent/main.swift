// On a phone the extension's property list names the class, and this file is not part of the target.
import UserNotificationsUI

SimulatedContentExtension.main(NotificationContent.self)
