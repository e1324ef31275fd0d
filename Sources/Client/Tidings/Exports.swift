// The types of the core are part of the SDK's interface.
@_exported public import TidingsNotifications
