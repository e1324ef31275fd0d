import Foundation

/// Which links of a message may be opened.
enum DeepLink {
    /// Schemes that reach into the phone or run code; a message from a server has no business with them.
    private static let forbiddenSchemes: Set<String> = ["file", "javascript", "data", "about", "blob"]

    /// The link as a URL; nil if it is none or must not be opened.
    static func url(_ text: String) -> URL? {
        guard text.utf8.count <= 2_048, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            !forbiddenSchemes.contains(scheme)
        else { return nil }
        return url
    }
}
