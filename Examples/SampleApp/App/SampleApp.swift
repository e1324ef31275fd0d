import SwiftUI
import Tidings
import TidingsUI
import UIKit

/// A small app that uses the SDK as any app would; the demo runs it on simulated phones, its Xcode project on real ones.
@main
struct SampleApp: App {
    @UIApplicationDelegateAdaptor private var delegate: SampleAppDelegate

    var body: some Scene {
        WindowGroup {
            ContentView()
        }
    }
}
