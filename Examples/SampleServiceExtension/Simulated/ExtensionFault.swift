import Foundation
import TidingsServiceExtension

/// Breaks the extension on purpose, so that a test can see whether the demo notices.
enum ExtensionFault: String {
    /// The extension cannot tell the server; the app does not either, by the fault of the same name.
    case dropReceipts = "drop-receipts"
    /// No key can be found.
    case skipDecryption = "skip-decryption"
    /// Pictures cannot be fetched.
    case dropPictures = "drop-pictures"
    /// The app's files are not there, which say who uses it.
    case forgetPerson = "forget-person"

    /// Puts broken parts in place of whole ones.
    func replaceParts(of dependencies: inout ServiceDependencies) {
        let make = dependencies.environment
        dependencies.environment = { group in
            var environment = try make(group)
            switch self {
            case .dropReceipts:
                environment.transport.send = { _ in throw URLError(.notConnectedToInternet) }
            case .skipDecryption:
                environment.vault = KeyVault(read: { .absent }, write: { _ in })
            case .forgetPerson:
                environment.container = ClientContainer(
                    root: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString),
                    log: environment.log)
            case .dropPictures:
                environment.transport.download = { _, _, _, _ in throw URLError(.notConnectedToInternet) }
            }
            return environment
        }
    }
}

/// The extension with the fault that the environment names.
final class FaultyNotificationService: TidingsNotificationService {
    override init() {
        super.init()
        let fault = ProcessInfo.processInfo.environment["TIDINGS_SAMPLE_FAULT"].flatMap(ExtensionFault.init(rawValue:))
        fault?.replaceParts(of: &dependencies)
    }
}
