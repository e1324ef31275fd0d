import SwiftUI
import Tidings
import UIKit

// snippet: readme
struct ReadmeApp: App {
    @UIApplicationDelegateAdaptor(TidingsAppDelegate.self) private var appDelegate

    init() {
        guard let url = URL(string: "https://push.example.com") else { return }
        Tidings.configure(publishableKey: "td_pk_…", url: url)
    }

    var body: some Scene { WindowGroup { ContentView() } }
}
// end

func askAfterLogin(_ user: Account) async throws {
    // snippet: readme-ask
    Tidings.identify(user.id)
    try await Tidings.registerForPush()
    // end
}
