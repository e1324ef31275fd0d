import Foundation
import Tidings

#if os(Linux)
    import SampleSupport
#endif

/// What whoever starts the sample app sets in its environment, or else in `Sample.xcconfig`.
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
    /// Whether the app takes calls: unless `TIDINGS_SAMPLE_CALLS` is `0`.
    let takesCalls: Bool
    /// Whether the app takes taps as soon as it runs: unless `TIDINGS_SAMPLE_READY` is `0`.
    let isReadyAtLaunch: Bool

    /// The settings of this launch; nil if address or key is missing.
    static var current: SampleSettings? {
        let environment = ProcessInfo.processInfo.environment
        return SampleSettings { name in
            let value = environment[name] ?? Bundle.main.object(forInfoDictionaryKey: name) as? String
            return value?.isEmpty == true ? nil : value
        }
    }

    private init?(_ value: (String) -> String?) {
        guard let url = value("TIDINGS_URL").flatMap(URL.init(string:)), let key = value("TIDINGS_PUBLISHABLE_KEY")
        else { return nil }
        self.url = url
        publishableKey = key
        user = value("TIDINGS_SAMPLE_USER")
        identityHash = value("TIDINGS_SAMPLE_IDENTITY_HASH")
        registersAtLaunch = value("TIDINGS_SAMPLE_REGISTERS") != "0"
        takesCalls = value("TIDINGS_SAMPLE_CALLS") != "0"
        isReadyAtLaunch = value("TIDINGS_SAMPLE_READY") != "0"
    }

    /// Starts the SDK.
    func configure() {
        let configuration = Configuration(publishableKey: publishableKey, url: url)
        #if os(Linux)
            if let fault = SampleFault.current { return fault.configure(configuration) }
        #endif
        Tidings.configure(configuration)
    }
}
