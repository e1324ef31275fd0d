public import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import Timekeeping
package import UserNotifications

/// The SDK: register for pushes, show messages, hear of taps.
///
/// Everything static here goes to one object per app. Call `configure` in the app delegate's launch method or in
/// `App.init`; what comes before that is logged and ignored, except taps, which are kept.
public enum Tidings {
    // MARK: Setting up

    /// Starts the SDK with a key and the server's address; the first call counts.
    public static func configure(publishableKey: String, url: URL) {
        configure(Configuration(publishableKey: publishableKey, url: url))
    }

    /// Starts the SDK; the first call counts.
    public static func configure(_ configuration: Configuration) {
        FacadeInstance.current.configure(configuration, dependencies: nil)
    }

    /// Starts the SDK from given parts, for tests and for hosts that replace one of them.
    package static func configure(_ configuration: Configuration, dependencies: PushClient.Dependencies) {
        FacadeInstance.current.configure(configuration, dependencies: dependencies)
    }

    /// Whoever decides about messages and hears of taps; held weakly, may be set at any time.
    @MainActor public static var delegate: (any TidingsDelegate)? {
        get { FacadeInstance.current.relations.delegate }
        set {
            FacadeInstance.current.relations.delegate = newValue
            FacadeInstance.current.consumersChanged()
        }
    }

    // MARK: The person

    /// Says who uses the app.
    ///
    /// - Parameters:
    ///   - externalID: Your own id of the person; not empty.
    ///   - hash: Hex HMAC-SHA256 of the id under your identity secret, made by your backend; it proves the id.
    public static func identify(_ externalID: String, hash: String? = nil) {
        guard let client = FacadeInstance.current.configured("identify") else { return }
        guard !externalID.isEmpty, !externalID.hasPrefix(SubscriberIdentity.anonymousPrefix) else {
            return ClientLog.system(minimum: .warning)(
                .error, "identify needs an id that is not empty and does not begin like an anonymous one")
        }
        client.commands.yield(.identify(SubscriberIdentity(id: externalID, hash: hash)))
    }

    /// Says that the person left; works offline, and messages for them are not shown here any more.
    public static func logout() {
        FacadeInstance.current.configured("logout")?.commands.yield(.logOut)
    }

    // MARK: Registration

    /// Asks for permission, gets a device token and registers it.
    ///
    /// The token is registered whatever the person answers, so that silent pushes arrive.
    ///
    /// - Parameters:
    ///   - provisional: Quiet delivery into the list without a prompt.
    ///   - unique: Whether this device takes the place of the person's others with this app: the server forgets their
    ///     tokens. It stays so until the next call.
    /// - Returns: Whether the person lets the app show notifications.
    /// - Throws: `TidingsError` `permission_denied` if the system did not present the prompt, `network` if permission was
    ///   granted but no token could be had or registered. Without permission a failure is logged, not thrown.
    @discardableResult
    public static func registerForPush(provisional: Bool = false, unique: Bool = false) async throws -> Bool {
        guard let client = FacadeInstance.current.client else {
            throw TidingsError(.notConfigured, detail: "registerForPush was called")
        }
        return try await client.registerForPush(provisional: provisional, unique: unique)
    }

    /// The permission for notifications as it stands in Settings.
    public static func notificationPermission() async -> NotificationPermission {
        NotificationPermission(await UNUserNotificationCenter.current().notificationSettings().authorizationStatus)
    }

    /// Leads the person to where the permission can be changed; does nothing on a watch.
    ///
    /// After a refusal it is the only way: the system asks once.
    @MainActor public static func openNotificationSettings() {
        if let url = AppBridge.notificationSettings.flatMap(URL.init(string:)) { AppBridge.open(url) }
    }

    /// Takes the device token as the app delegate gets it.
    public static func setDeviceToken(_ token: Data) {
        take { () throws(PushModelError) in try DeviceToken(token) }
    }

    /// Takes the device token as hex text.
    public static func setDeviceToken(_ token: String) {
        take { () throws(PushModelError) in try DeviceToken(token) }
    }

    /// Takes the app delegate's word that there is no token.
    public static func didFailToRegister(_ error: any Error) {
        FacadeInstance.current.configured("didFailToRegister")?.commands.yield(.tokenFailed("\(type(of: error))"))
    }

    private static func take(_ token: () throws(PushModelError) -> DeviceToken) {
        guard let client = FacadeInstance.current.configured("setDeviceToken") else { return }
        do throws(PushModelError) {
            client.commands.yield(.token(try token()))
        } catch {
            ClientLog.system(minimum: .warning)(.error, "The device token was not taken", ("error", error.message))
        }
    }

    // MARK: Events and messages

    /// Records something that the person did; it reaches the server even if the app dies now.
    ///
    /// - Parameters:
    ///   - name: Lower-case letters, digits, `_`, `.` and `-`, at most 100, beginning with a letter or digit.
    ///   - data: Details, at most 8 KB as JSON.
    public static func track(_ name: String, data: JSONObject = [:]) {
        guard let client = FacadeInstance.current.configured("track") else { return }
        guard EventName.isValid(name), data.encoded().count <= EventName.dataByteLimit else {
            return ClientLog.system(minimum: .warning)(
                .error, "An event has a name that is not allowed or too much data", ("event", String(name.prefix(100))))
        }
        client.commands.yield(.track(name, data, at: ProcessWork.time.now))
    }

    /// The messages of the current subscriber, as last read from the server.
    public static var messages: Messages { Messages() }

    // MARK: What is on the screen

    /// The conversation that the person is reading; its messages are not presented while the app is on the screen.
    public static var conversation: String? {
        get { FacadeInstance.current.relations.conversation }
        set { FacadeInstance.current.relations.conversation = newValue }
    }

    /// Says that the app can handle taps now, for instance after login; waiting taps are handed over.
    @MainActor public static func ready() {
        FacadeInstance.current.relations.isReady = true
        FacadeInstance.current.consumersChanged()
    }

    /// Adds someone who gets responses one at a time; the SwiftUI layer's way in.
    @MainActor package static func subscribe(
        _ id: UUID, inFront isInFront: @escaping @MainActor () -> Bool,
        where wants: @escaping @MainActor (UNNotificationResponse) -> Bool,
        to responses: @escaping @MainActor (UNNotificationResponse) -> Void
    ) {
        FacadeInstance.current.relations.subscribe(id, inFront: isInFront, where: wants, responses)
        FacadeInstance.current.consumersChanged()
    }

    /// Takes back a subscription.
    @MainActor package static func unsubscribe(_ id: UUID) {
        FacadeInstance.current.relations.unsubscribe(id)
    }

    /// Adds someone who opens links; the SwiftUI layer's way in.
    @MainActor package static func subscribeToLinks(
        _ id: UUID, inFront isInFront: @escaping @MainActor () -> Bool, _ open: @escaping @MainActor (URL) -> Bool
    ) {
        FacadeInstance.current.relations.subscribeToLinks(id, inFront: isInFront, open)
        FacadeInstance.current.consumersChanged()
    }

    /// Takes back someone who opens links.
    @MainActor package static func unsubscribeFromLinks(_ id: UUID) {
        FacadeInstance.current.relations.unsubscribeFromLinks(id)
    }
}
