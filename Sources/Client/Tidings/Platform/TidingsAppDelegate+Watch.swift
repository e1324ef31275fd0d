#if os(watchOS)
    import Foundation
    import TidingsCore
    public import WatchKit

    /// An app delegate that passes on everything that pushes need: use it as it is, subclass it, or copy its calls.
    ///
    /// `@WKApplicationDelegateAdaptor(TidingsAppDelegate.self) var appDelegate`. A subclass that overrides a method here
    /// calls `super`, and calls `Tidings.configure` in `applicationDidFinishLaunching`.
    @MainActor
    open class TidingsAppDelegate: NSObject, WKApplicationDelegate {
        /// Becomes the notification centre's delegate, so that a tap that launched the app is not lost.
        open func applicationDidFinishLaunching() {
            FacadeInstance.current.installRelay()
        }

        /// Passes on the device token.
        open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
            Tidings.setDeviceToken(deviceToken)
        }

        /// Passes on that there is no device token.
        open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
            Tidings.didFailToRegister(error)
        }

        /// Passes on a push that woke the app and answers the system in time.
        open func didReceiveRemoteNotification(
            _ userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
        ) {
            let (userInfo, completion) = (Carried(userInfo), Carried(completionHandler))
            ProcessWork.start {
                let result = await Tidings.didReceive(userInfo: userInfo.object)
                await MainActor.run { completion.object(result) }
            }
        }
    }
#endif
