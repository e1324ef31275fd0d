// Importing UserNotificationsUI brings UserNotifications along, as its declarations need it.
@_exported public import UserNotifications
