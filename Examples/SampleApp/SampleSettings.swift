import Foundation
import Tidings

/// What whoever starts the sample app sets in its environment.
struct SampleSettings {
    /// What is needed at least.
    static let requirement = "set TIDINGS_URL and TIDINGS_PUBLISHABLE_KEY"

    /// The server: `TIDINGS_URL`.
    let url: URL
    /// The client key: `TIDINGS_PUBLISHABLE_KEY`.
    let publishableKey: String
    /// Who uses the app: `TIDINGS_SAMPLE_USER`; anonymous if missing.
    let user: String?
    /// The proof of the user: `TIDINGS_SAMPLE_IDENTITY_HASH`.
    let identityHash: String?
    /// Whether the app asks for permission when it starts: unless `TIDINGS_SAMPLE_REGISTERS` is `0`.
    let registersAtLaunch: Bool
    /// Whether the app takes taps as soon as it runs: unless `TIDINGS_SAMPLE_READY` is `0`.
    let isReadyAtLaunch: Bool
    /// A part of the SDK that is replaced by a broken one: `TIDINGS_SAMPLE_FAULT`.
    let fault: SampleFault?

    init?(_ environment: [String: String]) {
        guard let url = environment["TIDINGS_URL"].flatMap(URL.init(string:)),
            let key = environment["TIDINGS_PUBLISHABLE_KEY"]
        else { return nil }
        self.url = url
        publishableKey = key
        user = environment["TIDINGS_SAMPLE_USER"].flatMap { $0.isEmpty ? nil : $0 }
        identityHash = environment["TIDINGS_SAMPLE_IDENTITY_HASH"]
        registersAtLaunch = environment["TIDINGS_SAMPLE_REGISTERS"] != "0"
        isReadyAtLaunch = environment["TIDINGS_SAMPLE_READY"] != "0"
        fault = environment["TIDINGS_SAMPLE_FAULT"].flatMap(SampleFault.init(rawValue:))
    }

    /// Starts the SDK.
    func configure() {
        let configuration = Configuration(publishableKey: publishableKey, url: url)
        guard let fault else { return Tidings.configure(configuration) }
        var dependencies = PushClient.Dependencies.live(configuration)
        fault.replaceParts(of: &dependencies)
        Tidings.configure(configuration, dependencies: dependencies)
    }
}
