import SwiftUI
import Tidings
import TidingsUI

/// A SwiftUI app that hears of every response to its notifications: on screen, in the background, or started by a tap.
@main
struct SwiftUISampleApp: App {
    @UIApplicationDelegateAdaptor var delegate: SwiftUISampleDelegate

    var body: some Scene {
        WindowGroup {
            ContentView()
        }
    }
}
