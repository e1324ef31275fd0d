// Whoever has calls has the rest of the SDK as well.
@_exported public import Tidings
