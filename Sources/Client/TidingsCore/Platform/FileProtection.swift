import Foundation

/// Lets a file be read after the first unlock, so that an extension that runs on a locked phone can use it.
func protectFile(at file: URL) {
    #if !os(Linux)
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: file.path)
    #endif
}
