// A file that imports Testing and a module named UIKit makes the compiler look for this cross-import overlay.
// Without it every such test file fails to build; with it, `#expect` must still come from Testing.
@_exported public import Testing
