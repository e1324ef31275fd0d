import TidingsServiceExtension

/// The whole service extension of the sample app.
final class NotificationService: TidingsNotificationService {}
