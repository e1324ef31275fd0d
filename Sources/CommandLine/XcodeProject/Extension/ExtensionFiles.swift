/// What the files of a new extension hold.
enum ExtensionFiles {
    /// The class, in one line, with the app group if it is not the usual one.
    static func source(appGroup: String?) -> String {
        let body = appGroup.map { "{\n    override var appGroup: String? { \"\($0)\" }\n}" } ?? "{}"
        let product = ExtensionBuilder.extensionProduct
        return """
            import \(product)

            /// Runs for each push before it is shown: decrypts, fetches files, reports that the push arrived.
            final class NotificationService: TidingsNotificationService \(body)

            """
    }

    /// The property list; versions, names and ids are generated from the build settings.
    static let plist = document(
        """
        \t<key>NSExtension</key>
        \t<dict>
        \t\t<key>NSExtensionPointIdentifier</key>
        \t\t<string>com.apple.usernotifications.service</string>
        \t\t<key>NSExtensionPrincipalClass</key>
        \t\t<string>$(PRODUCT_MODULE_NAME).NotificationService</string>
        \t</dict>

        """)

    /// Entitlements without any right.
    static let emptyEntitlements = document("")

    private static func document(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(content)</dict>
        </plist>

        """
    }
}
