package import Foundation

/// Which addresses of a payload may be fetched.
package enum MediaAddress {
    /// How often a server may send us on.
    package static let redirectLimit = 5

    /// The address as a URL: `https`, or `http` to this very device, as App Transport Security has it.
    package static func url(_ address: String) -> URL? {
        guard address.utf8.count <= 2_048, let url = URL(string: address), let host = url.host, !host.isEmpty,
            url.user == nil
        else { return nil }
        switch url.scheme?.lowercased() {
        case "https": return url
        case "http": return ["localhost", "127.0.0.1", "::1"].contains(host.lowercased()) ? url : nil
        default: return nil
        }
    }

    /// Whether a server may send us on: to what a payload could name too, and never out of `https`.
    package static func allowsRedirect(from origin: URL?, to target: URL?) -> Bool {
        guard let target, url(target.absoluteString) != nil else { return false }
        return target.scheme?.lowercased() == "https" || origin?.scheme?.lowercased() == "http"
    }
}
