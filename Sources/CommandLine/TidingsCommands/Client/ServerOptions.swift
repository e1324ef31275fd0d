import Foundation

/// The options of every command that talks to a running server.
enum ServerOptions {
    /// Where the server is and who asks.
    static let all: [Option] = [
        .value("server", "URL", "The server; TIDINGS_URL or http://127.0.0.1:8080 by default."),
        .value("key", "KEY", "A secret key; better in TIDINGS_KEY, where other users of the machine cannot see it."),
        .value("tenant", "SLUG", "The tenant, for workspace keys; TIDINGS_TENANT by default."),
    ]

    /// The client that the options and the environment describe.
    static func client(_ invocation: Invocation) throws(CommandError) -> APIClient {
        let address = invocation.value("server") ?? invocation.environment["TIDINGS_URL"] ?? "http://127.0.0.1:8080"
        guard let url = URL(string: address), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host != nil
        else {
            throw CommandError(
                .invalidValue, "\(quoted(address)) is not a server's URL. Write it as http://127.0.0.1:8080.")
        }
        guard let key = invocation.value("key") ?? invocation.environment["TIDINGS_KEY"], !key.isEmpty else {
            throw CommandError(.missingOption, "No key. Set TIDINGS_KEY or give --key; tidings keys create makes one.")
        }
        guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandError(.invalidValue, "The key has characters that no key has. Copy it once more.")
        }
        return APIClient(
            server: url, key: key, tenant: invocation.value("tenant") ?? invocation.environment["TIDINGS_TENANT"])
    }
}
