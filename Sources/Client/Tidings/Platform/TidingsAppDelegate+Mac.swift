#if os(macOS)
    public import AppKit
    import TidingsCore

    /// An app delegate that passes on everything that pushes need: use it as it is, subclass it, or copy its calls.
    ///
    /// SwiftUI: `@NSApplicationDelegateAdaptor(TidingsAppDelegate.self) var appDelegate`. A subclass that overrides a
    /// method here calls `super`, and calls `Tidings.configure` in `applicationDidFinishLaunching`.
    @MainActor
    open class TidingsAppDelegate: NSObject, NSApplicationDelegate {
        /// Becomes the notification centre's delegate, so that a click that launched the app is not lost.
        open func applicationWillFinishLaunching(_ notification: Notification) {
            FacadeInstance.current.installRelay()
        }

        /// Passes on the device token.
        open func application(
            _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            Tidings.setDeviceToken(deviceToken)
        }

        /// Passes on that there is no device token.
        open func application(
            _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            Tidings.didFailToRegister(error)
        }

        /// Passes on a push that came while the app runs; a Mac wakes no app for it.
        open func application(_ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]) {
            let userInfo = Carried(userInfo)
            ProcessWork.start { await Tidings.didReceive(userInfo: userInfo.object) }
        }
    }
#endif
