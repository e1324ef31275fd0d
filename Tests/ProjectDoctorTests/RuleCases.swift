import Foundation
import PushCrypto
import XcodeProject

@testable import ProjectDoctor

/// For each rule an app that breaks it, and one that comes near and does not.
struct RuleCase: Sendable {
    let code: String
    let failing: @Sendable (inout Patient) throws -> Void
    /// By default the healthy app.
    var passing: @Sendable (inout Patient) throws -> Void = { _ in }

    static let all = project + code + signing + push

    private static let project = [
        RuleCase(code: "aps_environment_missing") {
            $0.replace(Patient.appRights, "\t<key>aps-environment</key>\n\t<string>development</string>\n", "")
        } passing: {
            $0.replace(Patient.appRights, "<string>development</string>", "<string>$(PUSHES)</string>")
            $0.replace(Patient.project, "INFOPLIST_FILE = App/", "PUSHES = production;\nINFOPLIST_FILE = App/")
        },
        RuleCase(code: "aps_environment_invalid") {
            $0.replace(Patient.appRights, "<string>development</string>", "<string>sandbox</string>")
        } passing: {
            $0.replace(Patient.appRights, "<string>development</string>", "<string>$(FROM_OUTSIDE)</string>")
        },
        RuleCase(code: "property_list_unreadable") {
            $0.replace(Patient.appInfo, "</array>", "<array>")
        },
        RuleCase(code: "property_list_missing") {
            $0.files[Patient.rights] = nil
        },
        RuleCase(code: "extension_missing") {
            $0.replace(Patient.project, "app-extension", "watchkit2-extension")
        },
        RuleCase(code: "extension_not_embedded") {
            $0.replace(Patient.project, "\t\t\t\tB00000000000000000000003 /* NSE.appex in Embed */,\n", "")
        },
        RuleCase(code: "extension_not_dependency") {
            $0.replace(Patient.project, "\t\t\t\tD00000000000000000000002 /* PBXTargetDependency */,\n", "")
        },
        RuleCase(code: "extension_bundle_id") {
            $0.replace(Patient.project, "com.example.kiosk.$(TARGET_NAME)", "com.example.kioskNSE")
        } passing: {
            $0.replace(Patient.project, "com.example.kiosk.$(TARGET_NAME)", "$(ELSEWHERE).nse")
        },
        RuleCase(code: "extension_deployment_target") {
            $0.replace(Patient.project, "IPHONEOS_DEPLOYMENT_TARGET = 16;", "IPHONEOS_DEPLOYMENT_TARGET = 16.4;")
        } passing: {
            $0.replace(Patient.project, "IPHONEOS_DEPLOYMENT_TARGET = 16;", "IPHONEOS_DEPLOYMENT_TARGET = 9.0;")
        },
        RuleCase(code: "extension_point") {
            $0.replace(Patient.info, "com.apple.usernotifications.service", "com.apple.usernotification.service")
        },
        RuleCase(code: "extension_principal_class") {
            $0.replace(Patient.info, "$(PRODUCT_MODULE_NAME).", "")
        } passing: {
            $0.replace(Patient.info, "$(PRODUCT_MODULE_NAME).", "")
            $0.replace(Patient.code, "final class", "@objc(NotificationService) final class")
        },
        RuleCase(code: "extension_links_app") {
            $0.files["Podfile"] = "target 'App' do\n  target 'NSE' do\n    pod 'Tidings'\n  end\nend\n"
        } passing: {
            $0.files["Podfile"] =
                "target 'App' do\n  pod 'Tidings'\n  target 'NSE' do\n    pod 'TidingsServiceExtension'\n  end\nend\n"
        },
        RuleCase(code: "app_groups_differ") {
            $0.replace(Patient.rights, "group.com.example.kiosk", "group.com.example.other")
        } passing: {
            $0.replace(Patient.rights, "group.com.example.kiosk", "group.$(APP_ID)")
            $0.replace(Patient.project, "INFOPLIST_FILE = \"$(S", "APP_ID = com.example.kiosk;\nINFOPLIST_FILE = \"$(S")
        },
        RuleCase(code: "app_group_missing") {
            $0.replace(Patient.appRights, "group.com.example.kiosk", "")
            for path in [Patient.appRights, Patient.rights] {
                $0.replace(path, "com.apple.security.application-groups", "com.example.unused")
            }
            $0.replace(Patient.appCode, "import CallKit", "import CallKit\nimport Tidings")
        } passing: {
            for path in [Patient.appRights, Patient.rights] {
                $0.replace(path, "com.apple.security.application-groups", "com.example.unused")
            }
        },
        RuleCase(code: "app_group_name") {
            for path in [Patient.appRights, Patient.rights] {
                $0.replace(path, "group.com.example.kiosk", "TEAM123456.kiosk")
            }
        },
        RuleCase(code: "keychain_groups_differ") {
            $0.replace(
                Patient.rights, "$(AppIdentifierPrefix)com.example.kiosk", "$(AppIdentifierPrefix)com.example.nse")
        } passing: {
            for path in [Patient.appRights, Patient.rights] {
                $0.replace(path, "keychain-access-groups", "com.example.unused")
            }
        },
        RuleCase(code: "background_mode_missing") {
            $0.replace(Patient.appInfo, "\t\t<string>remote-notification</string>\n", "")
        } passing: {
            $0.replace(Patient.appInfo, "UIBackgroundModes", "Unused")
            $0.replace(
                Patient.project, "INFOPLIST_FILE = App/",
                "INFOPLIST_KEY_UIBackgroundModes = \"remote-notification voip\";\nINFOPLIST_FILE = App/")
        },
        RuleCase(code: "voip_mode_missing") {
            $0.replace(Patient.appInfo, "\t\t<string>voip</string>\n", "")
        } passing: {
            $0.replace(Patient.appInfo, "\t\t<string>voip</string>\n", "")
            $0.replace(Patient.appCode, "let calls = PKPushRegistry(queue: .main)", "// PKPushRegistry(queue: .main)")
        },
        RuleCase(code: "google_service_other_app") {
            $0.files["App/GoogleService-Info.plist"] = google("com.example.other", isOn: true)
        } passing: {
            $0.files["App/GoogleService-Info.plist"] = google("com.example.kiosk", isOn: true)
            $0.files["App/Test/GoogleService-Info.plist"] = google("com.example.kiosk.test", isOn: true)
        },
        RuleCase(code: "google_service_messaging_off") {
            $0.files["App/GoogleService-Info.plist"] = google("com.example.kiosk", isOn: false)
        } passing: {
            $0.files["App/GoogleService-Info.plist"] = google("com.example.kiosk", isOn: true)
        },
    ]

    private static func google(_ id: String, isOn: Bool) -> String {
        """
        <plist version="1.0"><dict>
        <key>BUNDLE_ID</key><string>\(id)</string>
        <key>IS_GCM_ENABLED</key><\(isOn)/>
        </dict></plist>
        """
    }

    private static let setDelegate = "UNUserNotificationCenter.current().delegate = self\n"

    private static let code = [
        RuleCase(code: "voip_without_callkit") {
            $0.replace(
                Patient.appCode,
                "provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in completion() }",
                "completion()")
        },
        RuleCase(code: "app_delegate_not_adapted") {
            $0.replace(Patient.appCode, "    @UIApplicationDelegateAdaptor(AppDelegate.self) var appDelegate\n", "")
        } passing: {
            $0.replace(Patient.appCode, "    @UIApplicationDelegateAdaptor(AppDelegate.self) var appDelegate\n", "")
            $0.replace(Patient.appCode, "@main\nstruct Kiosk: App {", "struct Kiosk: View {")
            $0.replace(Patient.appCode, "final class AppDelegate", "@main final class AppDelegate")
        },
        RuleCase(code: "sources_missing") {
            $0.files[Patient.code] = nil
        },
        RuleCase(code: "registration_missing") {
            $0.replace(
                Patient.appCode, "application.registerForRemoteNotifications()", "// registerForRemoteNotifications()")
        } passing: {
            $0.replace(Patient.appCode, "application.registerForRemoteNotifications()", "")
            $0.files["Podfile"] = "target 'App' do\n  pod 'Firebase/Messaging'\nend\n"
        },
        RuleCase(code: "token_not_forwarded") {
            $0.replace(Patient.appCode, "didRegisterForRemoteNotificationsWithDeviceToken", "didSomething")
        } passing: {
            $0.replace(Patient.appCode, "didRegisterForRemoteNotificationsWithDeviceToken", "didSomething")
            $0.replace(Patient.appCode, "NSObject, UIApplicationDelegate,", "TidingsAppDelegate,")
        },
        RuleCase(code: "delegate_set_late") {
            $0.replace(
                Patient.appCode, setDelegate,
                "UNUserNotificationCenter.current().requestAuthorization(options: []) { granted, _ in if granted { \(setDelegate) } }\n"
            )
        } passing: {
            // Through a method of its own, and by a name.
            $0.replace(Patient.appCode, setDelegate, "prepareForPushes()\n")
            $0.replace(
                Patient.appCode, "    func pushRegistry(",
                """
                    func prepareForPushes() {
                        let center = UNUserNotificationCenter.current()
                        if #available(iOS 16, *) { center.delegate = self }
                    }

                    func pushRegistry(
                """)
        },
        RuleCase(code: "delegate_replaced") {
            $0.replace(
                Patient.appCode, "    func pushRegistry(",
                "    func start() { UNUserNotificationCenter.current().delegate = other }\n    func pushRegistry(")
        } passing: {
            $0.replace(
                Patient.appCode, "    func pushRegistry(",
                "    func stop() { UNUserNotificationCenter.current().delegate = nil }\n    func pushRegistry(")
        },
        RuleCase(code: "delegate_not_kept") {
            $0.replace(Patient.appCode, ".delegate = self", ".delegate = Taps(app: self)")
        } passing: {
            $0.replace(Patient.appCode, ".delegate = self", ".delegate = Taps(app: self).shared")
        },
        RuleCase(code: "swizzling_sdk") {
            $0.files["Podfile"] = "target 'App' do\n  # pod 'OneSignal'\n  pod 'Firebase/Messaging', '~> 11.0'\nend\n"
        } passing: {
            $0.files["Podfile"] =
                "target 'App' do\n  pod 'Firebase/Messaging'\n  target 'NSE' do\n    pod 'OneSignalXCFramework'\n  end\nend\n"
            $0.replace(Patient.appInfo, "<dict>\n", "<dict>\n<key>FirebaseAppDelegateProxyEnabled</key><false/>\n")
        },
        RuleCase(code: "extension_unsafe_api") {
            $0.replace(
                Patient.code, "override func serviceExtensionTimeWillExpire() {}",
                "override func serviceExtensionTimeWillExpire() { UIApplication.shared.open(url) }")
        } passing: {
            $0.replace(
                Patient.code, "request.content)", "content(\"UIApplication.shared is \\(request.content[\"x\"])\"))")
        },
        RuleCase(code: "extension_api_unchecked") {
            $0.replace(
                Patient.project, "INFOPLIST_FILE = \"$(S",
                "APPLICATION_EXTENSION_API_ONLY = NO;\nINFOPLIST_FILE = \"$(S")
        } passing: {
            $0.replace(
                Patient.project, "INFOPLIST_FILE = \"$(S",
                "APPLICATION_EXTENSION_API_ONLY = YES;\nINFOPLIST_FILE = \"$(S")
        },
        RuleCase(code: "extension_expiry_missing") {
            $0.replace(Patient.code, "override func serviceExtensionTimeWillExpire() {}", "")
        } passing: {
            $0.replace(Patient.code, "override func serviceExtensionTimeWillExpire() {}", "")
            $0.replace(Patient.code, ": UNNotificationServiceExtension", ": TidingsNotificationService")
        },
        RuleCase(code: "key_in_app") {
            $0.replace(
                Patient.project,
                "E00000000000000000000004 /* Resources */ = {\n\t\t\tisa = PBXResourcesBuildPhase;\n\t\t\tbuildActionMask = 2147483647;\n\t\t\tfiles = (\n",
                "E00000000000000000000004 /* Resources */ = {\n\t\t\tisa = PBXResourcesBuildPhase;\n\t\t\tbuildActionMask = 2147483647;\n\t\t\tfiles = (\n\t\t\t\tB00000000000000000000009,\n"
            )
            $0.replace(
                Patient.project, "\tobjects = {\n",
                "\tobjects = {\n\t\tB00000000000000000000009 = {isa = PBXBuildFile; fileRef = F00000000000000000000005; };\n"
            )
        },
    ]
}
