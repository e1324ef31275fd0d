import XcodeProject

extension Rule {
    private static let tokenCallback = "didRegisterForRemoteNotificationsWithDeviceToken"

    /// How the app comes to its device token.
    static let registration = [
        Rule(
            "sources_missing", .note, "No source file of a target can be read",
            why: "What its code does was not checked."
        ) { subject in
            guard let app = subject.app else { return [] }
            return ([app.target] + app.extensions.map(\.target)).filter(\.sources.isEmpty).map { target in
                Sighting(
                    place: subject.place(target),
                    seen: "None of \(target.name)'s files in Swift or Objective-C is there.",
                    change: "Check the folder as it is built.")
            }
        },
        Rule(
            "app_delegate_not_adapted", .error, "SwiftUI does not know the app delegate",
            why:
                "An app with @main on an App has an app delegate of SwiftUI's own. One of yours hears of no token unless "
                + "@UIApplicationDelegateAdaptor names it."
        ) { subject in
            guard let target = subject.app?.target,
                let main = target.first("@main", /@main\s+(?:\w+\s+){0,4}struct\s+\w+\s*:[^{]{0,500}\bApp\b/),
                !target.mentions("UIApplicationDelegateAdaptor"),
                let found = target.first(
                    "AppDelegate",
                    /\bclass\s+\w+[^{]{0,500}\bUIApplicationDelegate\b|\bclass\s+\w+\s*:\s*TidingsAppDelegate\b/)
                    ?? target.first("UIApplicationDelegate", /\bclass\s+\w+[^{]{0,500}\bUIApplicationDelegate\b/)
            else { return [] }
            return [
                Sighting(
                    place: Finding.Place(main.file.path, line: main.line),
                    seen: "The App names no delegate; there is one at \(found.file.path):\(found.line).",
                    change: "Write @UIApplicationDelegateAdaptor(YourAppDelegate.self) var appDelegate in the App.")
            ]
        },
        Rule(
            "registration_missing", .warning, "Nothing asks iOS for a device token",
            why: "The app gets a token only after registerForRemoteNotifications, at each launch."
        ) { subject in
            guard let target = subject.app?.target, !target.sources.isEmpty, !subject.hasPushSDK,
                !target.mentions("registerForRemoteNotifications"), !target.mentions("import Tidings")
            else { return [] }
            return [
                Sighting(
                    place: subject.place(target),
                    seen: "No source of \(target.name) calls registerForRemoteNotifications.",
                    change:
                        "Call UIApplication.shared.registerForRemoteNotifications() at each launch, or use an SDK that "
                        + "does.")
            ]
        },
        Rule(
            "token_not_forwarded", .warning, "Nobody takes the device token",
            why:
                "iOS hands the token to didRegisterForRemoteNotificationsWithDeviceToken of the app delegate. If nobody sends "
                + "it to the server, nothing can be sent."
        ) { subject in
            guard let target = subject.app?.target, !subject.hasPushSDK,
                let found = target.first("registerForRemoteNotifications", /\bregisterForRemoteNotifications\s*[(\]]/),
                !target.mentions(tokenCallback),
                !target.mentions("TidingsAppDelegate")
            else { return [] }
            return [
                Sighting(
                    place: Finding.Place(found.file.path, line: found.line),
                    seen: "The app registers, and no source has \(tokenCallback).",
                    change: "Implement application(_:\(tokenCallback):) in the app delegate and send the token.")
            ]
        },
    ]
}
