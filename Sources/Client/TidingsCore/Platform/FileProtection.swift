import Foundation

/// Lets a file be read after the first unlock, so that an extension that runs on a locked phone can use it.
func protectFile(at file: URL) {
    #if !os(Linux)
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: file.path)
    #endif
}

/// Keeps a file out of the backups that leave the phone.
func excludeFromBackup(_ file: URL) {
    #if !os(Linux)
        var file = file
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? file.setResourceValues(values)
    #endif
}
