// An extension that imports the base class gets `PayloadDecryption` and the types of the core with it.
@_exported public import TidingsNotifications
