#if !os(macOS) && !os(watchOS)
    import Foundation
    import TidingsCore
    public import UIKit

    /// An app delegate that passes on everything that pushes need: use it as it is, subclass it, or copy its calls.
    ///
    /// SwiftUI: `@UIApplicationDelegateAdaptor(TidingsAppDelegate.self) var appDelegate`. A subclass that overrides a method
    /// here calls `super`. Nothing is swizzled.
    @MainActor
    open class TidingsAppDelegate: UIResponder, UIApplicationDelegate {
        /// Becomes the notification centre's delegate, so that a tap that launched the app is not lost.
        ///
        /// A subclass calls `Tidings.configure` in its own version, unless `App.init` did so.
        open func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            FacadeInstance.current.installRelay()
            return true
        }

        /// Passes on the device token.
        open func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            Tidings.setDeviceToken(deviceToken)
        }

        /// Passes on that there is no device token.
        open func application(
            _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            Tidings.didFailToRegister(error)
        }

        /// Passes on a push that woke the app and answers the system in time.
        open func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
        ) {
            let (userInfo, completion) = (Carried(userInfo), Carried(completionHandler))
            ProcessWork.start {
                let result = await Tidings.didReceive(userInfo: userInfo.object)
                await MainActor.run { completion.object(result) }
            }
        }
    }
#endif
