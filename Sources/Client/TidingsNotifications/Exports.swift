// An app or extension that imports the SDK gets the types of its core with it.
@_exported public import PushModel
@_exported public import TidingsCore
