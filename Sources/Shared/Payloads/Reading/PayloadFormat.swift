/// The way in which a file describes a push.
public enum PayloadFormat: String, Sendable, Hashable, CaseIterable {
    /// The JSON that goes to APNs, alone or as `payload` beside its `headers`.
    case apns
    /// A message of the Firebase Admin SDK, which renames camel-case keys in `aps`.
    case firebaseAdmin = "firebase-admin"
    /// The body of `messages:send` of FCM, with `message` at its root.
    case fcm = "fcm-v1"
    /// The body of the API that FCM had before, which is switched off.
    case fcmLegacy = "fcm-legacy"
    /// The options of react-native-notify-kit or Notifee alone, or what its payload builder takes.
    case notifyKit = "notify-kit"
    /// A request to OneSignal's API.
    case oneSignal = "onesignal"
    /// A message for Expo's push service.
    case expo
    /// The body of `POST /v1/messages`.
    case tidings
    /// A push of Tidings as it goes to APNs.
    case tidingsPush = "tidings-push"

    /// The name for people.
    public var title: String {
        switch self {
        case .apns: "raw APNs payload"
        case .firebaseAdmin: "Firebase Admin message"
        case .fcm: "FCM HTTP v1 request"
        case .fcmLegacy: "legacy FCM request"
        case .notifyKit: "notify-kit options"
        case .oneSignal: "OneSignal request"
        case .expo: "Expo push message"
        case .tidings: "Tidings message"
        case .tidingsPush: "Tidings push"
        }
    }

    /// Whether the file's author writes the APNs payload and its headers, so that rules about `aps` point at them.
    public var isRaw: Bool { self == .apns || self == .tidingsPush }
}
