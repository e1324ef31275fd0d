// The code of the documentation. What stands between `// snippet: name` and `// end` is a block of a page, word for word; a
// test holds the two together, and the compiler holds this to the SDK.

// snippet: start
import SwiftUI
import Tidings
import UIKit

final class AppDelegate: TidingsAppDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if let url = URL(string: "https://push.example.com") {
            Tidings.configure(publishableKey: "td_pk_…", url: url)
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

struct ExampleApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var appDelegate

    var body: some Scene {
        WindowGroup { ContentView() }
    }
}
// end

struct ContentView: View {
    var body: some View { Text("Hello") }
}

/// What an app knows of the person.
struct Account {
    let id: String
    let hashFromYourBackend: String?
}

@MainActor
func signedIn(_ account: Account) {
    // snippet: identify
    Tidings.identify(account.id, hash: account.hashFromYourBackend)
    // end
}

@MainActor
func signedOut() {
    // snippet: logout
    Tidings.logout()
    // end
}

func configureMore(_ url: URL) {
    // snippet: configuration
    var configuration = Configuration(publishableKey: "td_pk_…", url: url)
    configuration.appGroup = "group.com.example.shared"
    configuration.foregroundPresentation = .hidden
    configuration.logLevel = .info
    Tidings.configure(configuration)
    // end
}

func trackOrder() {
    // snippet: track
    Tidings.track("order.placed", data: ["total": 42, "currency": "EUR"])
    // end
}
