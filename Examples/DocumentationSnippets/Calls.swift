import TidingsCalls
import UIKit

// snippet: calls
final class CallingAppDelegate: TidingsAppDelegate, CallsDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if let url = URL(string: "https://push.example.com") {
            Tidings.configure(publishableKey: "td_pk_…", url: url)
        }
        Tidings.calls.start { call in MediaOfYourLibrary(call) }
        Tidings.calls.delegate = self
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func callDidEnd(_ call: IncomingCall, _ end: CallEnd) {
        print("\(call.displayName): \(end.rawValue)")
    }
}
// end

/// What an app's media library is behind.
@MainActor
final class MediaOfYourLibrary: CallMedia {
    private let call: IncomingCall

    init(_ call: IncomingCall) { self.call = call }

    func connect() async throws { print("connecting \(call.id)") }
    func disconnect() { print("over") }
}
