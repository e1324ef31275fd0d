// snippet: extension
import TidingsServiceExtension

final class NotificationService: TidingsNotificationService {}
// end
