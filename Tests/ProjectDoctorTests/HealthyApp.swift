/// The texts of an app that has all it needs: an app target and a service extension in two configurations.
enum HealthyApp {
    private static func list(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \(content)
        </dict>
        </plist>

        """
    }

    static let info = list(
        """
        \t<key>UIBackgroundModes</key>
        \t<array>
        \t\t<string>remote-notification</string>
        \t\t<string>voip</string>
        \t</array>
        """)

    static let rights = list(
        """
        \t<key>aps-environment</key>
        \t<string>development</string>
        \t<key>com.apple.security.application-groups</key>
        \t<array>
        \t\t<string>group.com.example.kiosk</string>
        \t</array>
        \t<key>keychain-access-groups</key>
        \t<array>
        \t\t<string>$(AppIdentifierPrefix)com.example.kiosk</string>
        \t</array>
        """)

    static let extensionInfo = list(
        """
        \t<key>NSExtension</key>
        \t<dict>
        \t\t<key>NSExtensionPointIdentifier</key>
        \t\t<string>com.apple.usernotifications.service</string>
        \t\t<key>NSExtensionPrincipalClass</key>
        \t\t<string>$(PRODUCT_MODULE_NAME).NotificationService</string>
        \t</dict>
        """)

    static let extensionRights = list(
        """
        \t<key>com.apple.security.application-groups</key>
        \t<array>
        \t\t<string>group.com.example.kiosk</string>
        \t</array>
        \t<key>keychain-access-groups</key>
        \t<array>
        \t\t<string>$(AppIdentifierPrefix)com.example.kiosk</string>
        \t</array>
        """)

    static let code = """
        import CallKit
        import PushKit
        import SwiftUI
        import UserNotifications

        @main
        struct Kiosk: App {
            @UIApplicationDelegateAdaptor(AppDelegate.self) var appDelegate
            var body: some Scene { WindowGroup { Text("No UIApplication.shared { here }") } }
        }

        final class AppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate, PKPushRegistryDelegate {
            let calls = PKPushRegistry(queue: .main)
            let provider = CXProvider(configuration: .init())

            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
            ) -> Bool {
                UNUserNotificationCenter.current().delegate = self
                application.registerForRemoteNotifications()
                return true
            }

            func application(
                _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) {}

            func application(
                _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
                fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
            ) { done(.noData) }

            func pushRegistry(
                _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
                completion: @escaping () -> Void
            ) { provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in completion() } }
        }

        """

    static let extensionCode = """
        import UserNotifications

        /// Does without UIApplication.shared, as it must.
        final class NotificationService: UNNotificationServiceExtension {
            var done: ((UNNotificationContent) -> Void)?

            override func didReceive(
                _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) { contentHandler(request.content) }

            override func serviceExtensionTimeWillExpire() {}
        }

        """

    private static func configurations(_ owner: String, _ settings: String) -> String {
        ["Debug", "Release"].enumerated().map { index, name in
            """
            \t\t\(owner)\(index) /* \(name) */ = {
            \t\t\tisa = XCBuildConfiguration;
            \t\t\tbuildSettings = {
            \(settings)
            \t\t\t};
            \t\t\tname = \(name);
            \t\t};
            """
        }.joined(separator: "\n") + """

            \t\t\(owner)F /* Build configuration list */ = {
            \t\t\tisa = XCConfigurationList;
            \t\t\tbuildConfigurations = (
            \t\t\t\t\(owner)0 /* Debug */,
            \t\t\t\t\(owner)1 /* Release */,
            \t\t\t);
            \t\t};
            """
    }

    private static func phase(_ id: String, _ kind: String, _ files: String) -> String {
        """
        \t\t\(id) /* \(kind) */ = {
        \t\t\tisa = PBX\(kind)BuildPhase;
        \t\t\tbuildActionMask = 2147483647;
        \(files)
        \t\t\trunOnlyForDeploymentPostprocessing = 0;
        \t\t};
        """
    }

    static let project = """
        // !$*UTF8*$!
        {
        \tarchiveVersion = 1;
        \tobjectVersion = 56;
        \tobjects = {
        \t\tB00000000000000000000001 /* App.swift in Sources */ = {isa = PBXBuildFile; fileRef = F00000000000000000000001 /* App.swift */; };
        \t\tB00000000000000000000002 /* NotificationService.swift in Sources */ = {isa = PBXBuildFile; fileRef = F00000000000000000000002 /* NotificationService.swift */; };
        \t\tB00000000000000000000003 /* NSE.appex in Embed */ = {isa = PBXBuildFile; fileRef = F00000000000000000000004 /* NSE.appex */; };
        \t\tD00000000000000000000001 /* PBXContainerItemProxy */ = {
        \t\t\tisa = PBXContainerItemProxy;
        \t\t\tcontainerPortal = A00000000000000000000001 /* Project object */;
        \t\t\tproxyType = 1;
        \t\t\tremoteGlobalIDString = A00000000000000000000003;
        \t\t\tremoteInfo = NSE;
        \t\t};
        \t\tD00000000000000000000002 /* PBXTargetDependency */ = {
        \t\t\tisa = PBXTargetDependency;
        \t\t\ttarget = A00000000000000000000003 /* NSE */;
        \t\t\ttargetProxy = D00000000000000000000001 /* PBXContainerItemProxy */;
        \t\t};
        \t\tF00000000000000000000001 /* App.swift */ = {isa = PBXFileReference; path = App/App.swift; sourceTree = "<group>"; };
        \t\tF00000000000000000000002 /* NotificationService.swift */ = {isa = PBXFileReference; path = NSE/NotificationService.swift; sourceTree = "<group>"; };
        \t\tF00000000000000000000003 /* App.app */ = {isa = PBXFileReference; path = App.app; sourceTree = BUILT_PRODUCTS_DIR; };
        \t\tF00000000000000000000004 /* NSE.appex */ = {isa = PBXFileReference; path = NSE.appex; sourceTree = BUILT_PRODUCTS_DIR; };
        \t\tF00000000000000000000005 /* AuthKey_ABC123DEFG.p8 */ = {isa = PBXFileReference; path = App/AuthKey_ABC123DEFG.p8; sourceTree = "<group>"; };
        \t\tC00000000000000000000001 = {
        \t\t\tisa = PBXGroup;
        \t\t\tchildren = (
        \t\t\t\tF00000000000000000000001 /* App.swift */,
        \t\t\t\tF00000000000000000000002 /* NotificationService.swift */,
        \t\t\t\tF00000000000000000000005 /* AuthKey_ABC123DEFG.p8 */,
        \t\t\t);
        \t\t\tsourceTree = "<group>";
        \t\t};
        \(phase("E00000000000000000000001", "Sources", "\t\t\tfiles = (\n\t\t\t\tB00000000000000000000001 /* App.swift in Sources */,\n\t\t\t);"))
        \(phase("E00000000000000000000002", "Sources", "\t\t\tfiles = (\n\t\t\t\tB00000000000000000000002 /* NotificationService.swift in Sources */,\n\t\t\t);"))
        \(phase("E00000000000000000000003", "CopyFiles", "\t\t\tdstPath = \"\";\n\t\t\tdstSubfolderSpec = 13;\n\t\t\tfiles = (\n\t\t\t\tB00000000000000000000003 /* NSE.appex in Embed */,\n\t\t\t);"))
        \(phase("E00000000000000000000004", "Resources", "\t\t\tfiles = (\n\t\t\t);"))
        \t\tA00000000000000000000002 /* App */ = {
        \t\t\tisa = PBXNativeTarget;
        \t\t\tbuildConfigurationList = 20000000000000000000000F /* Build configuration list */;
        \t\t\tbuildPhases = (
        \t\t\t\tE00000000000000000000001 /* Sources */,
        \t\t\t\tE00000000000000000000004 /* Resources */,
        \t\t\t\tE00000000000000000000003 /* CopyFiles */,
        \t\t\t);
        \t\t\tdependencies = (
        \t\t\t\tD00000000000000000000002 /* PBXTargetDependency */,
        \t\t\t);
        \t\t\tname = App;
        \t\t\tproductReference = F00000000000000000000003 /* App.app */;
        \t\t\tproductType = "com.apple.product-type.application";
        \t\t};
        \t\tA00000000000000000000003 /* NSE */ = {
        \t\t\tisa = PBXNativeTarget;
        \t\t\tbuildConfigurationList = 30000000000000000000000F /* Build configuration list */;
        \t\t\tbuildPhases = (
        \t\t\t\tE00000000000000000000002 /* Sources */,
        \t\t\t);
        \t\t\tname = NSE;
        \t\t\tproductReference = F00000000000000000000004 /* NSE.appex */;
        \t\t\tproductType = "com.apple.product-type.app-extension";
        \t\t};
        \t\tA00000000000000000000001 /* Project object */ = {
        \t\t\tisa = PBXProject;
        \t\t\tbuildConfigurationList = 10000000000000000000000F /* Build configuration list */;
        \t\t\tmainGroup = C00000000000000000000001;
        \t\t\ttargets = (
        \t\t\t\tA00000000000000000000002 /* App */,
        \t\t\t\tA00000000000000000000003 /* NSE */,
        \t\t\t);
        \t\t};
        \(configurations("10000000000000000000000", "\t\t\t\tSDKROOT = iphoneos;"))
        \(configurations("20000000000000000000000", """
            \t\t\t\tCODE_SIGN_ENTITLEMENTS = App/App.entitlements;
            \t\t\t\tDEVELOPMENT_TEAM = TEAM123456;
            \t\t\t\tINFOPLIST_FILE = App/Info.plist;
            \t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 16.0;
            \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.example.kiosk;
            """))
        \(configurations("30000000000000000000000", """
            \t\t\t\tCODE_SIGN_ENTITLEMENTS = NSE/NSE.entitlements;
            \t\t\t\tDEVELOPMENT_TEAM = TEAM123456;
            \t\t\t\tINFOPLIST_FILE = "$(SRCROOT)/NSE/Info.plist";
            \t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 16;
            \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = "com.example.kiosk.$(TARGET_NAME)";
            """))
        \t};
        \trootObject = A00000000000000000000001 /* Project object */;
        }

        """
}
