import Foundation

/// An APNs credential as the server takes it, read from a file.
struct CredentialFile: Encodable {
    var kind = "token"
    var teamId: String?
    var keyId: String?
    var privateKey: String?
    var pkcs12: String?
    var certificate: String?
    var password: String?
    let environments: [String]
    let probe: Bool

    init(_ invocation: Invocation) throws {
        let named = invocation.values("environment")
        if let wrong = named.first(where: { !["sandbox", "production"].contains($0) }) {
            throw CommandError(.invalidValue, "--environment must be sandbox or production, not \(quoted(wrong)).")
        }
        environments = named.isEmpty ? ["sandbox", "production"] : named
        probe = invocation.flag("probe")
        let files = ["p8", "p12", "pem"].filter { invocation.value($0) != nil }
        guard files.count <= 1 else {
            throw CommandError(.invalidValue, "An app has one credential: give one of --p8, --p12 and --pem.")
        }
        if files.first == "p12" || files.first == "pem" {
            for option in ["team-id", "key-id"] where invocation.value(option) != nil {
                throw CommandError(.invalidValue, "--\(option) goes with --p8: a certificate names its team itself.")
            }
            kind = "certificate"
            password = invocation.environment["TIDINGS_P12_PASSWORD"]
            let contents = try Self.contents(invocation, files[0])
            if files[0] == "p12" {
                pkcs12 = contents.base64EncodedString()
            } else {
                certificate = String(decoding: contents, as: UTF8.self)
            }
            return
        }
        let path = try invocation.required("p8")
        teamId = try Self.identifier(try invocation.required("team-id"), "team-id")
        keyId = try Self.identifier(invocation.value("key-id") ?? Self.keyID(fromPath: path), "key-id")
        let text = String(decoding: try Self.contents(invocation, "p8"), as: UTF8.self)
        guard text.contains("-----BEGIN PRIVATE KEY-----") else {
            throw CommandError(
                .unusableSetting,
                "\(quoted(path)) is not an APNs key. Give the .p8 file as Apple's developer site sent it.")
        }
        privateKey = text
    }

    private static func contents(_ invocation: Invocation, _ option: String) throws -> Data {
        let path = try invocation.required(option)
        guard let contents = FileManager.default.contents(atPath: path) else {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)). Check the path that --\(option) names.")
        }
        return contents
    }

    /// `AuthKey_ABC123DEFG.p8` names the key ABC123DEFG.
    static func keyID(fromPath path: String) throws(CommandError) -> String {
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        guard let id = name.split(separator: "_").last, name.hasPrefix("AuthKey_") else {
            throw CommandError(.missingOption, "The file's name does not tell the key id. Give it with --key-id.")
        }
        return String(id)
    }

    private static func identifier(_ text: String, _ option: String) throws(CommandError) -> String {
        guard text.count == 10, text.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else {
            throw CommandError(
                .invalidValue, "--\(option) must be ten capital letters and digits, not \(quoted(text)).")
        }
        return text
    }
}
