import Security
import Testing
import UIKit
import UserNotifications

/// The numbers behind the names, which receipts, archives and other languages rely on.
struct EnumerationTests {
    @Test func `enumerations of UserNotifications have Apple's raw values`() {
        let statuses: [UNAuthorizationStatus] = [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
        #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect([UNNotificationSetting.notSupported, .disabled, .enabled].map(\.rawValue) == [0, 1, 2])
        #expect([UNAlertStyle.none, .banner, .alert].map(\.rawValue) == [0, 1, 2])
        #expect([UNShowPreviewsSetting.always, .whenAuthenticated, .never].map(\.rawValue) == [0, 1, 2])
        let levels: [UNNotificationInterruptionLevel] = [.passive, .active, .timeSensitive, .critical]
        #expect(levels.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test func `option sets of UserNotifications have Apple's bits`() {
        let authorization: [UNAuthorizationOptions] = [
            .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings, .provisional,
        ]
        #expect(authorization.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64])
        let presentation: [UNNotificationPresentationOptions] = [.badge, .sound, .alert, .list, .banner]
        #expect(presentation.map(\.rawValue) == [1, 2, 4, 8, 16])
        let action: [UNNotificationActionOptions] = [.authenticationRequired, .destructive, .foreground]
        #expect(action.map(\.rawValue) == [1, 2, 4])
        let category: [UNNotificationCategoryOptions] = [
            .customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle,
        ]
        #expect(category.map(\.rawValue) == [1, 2, 4, 8])
    }

    @Test func `errors of UserNotifications have Apple's domain and codes`() {
        let error = UNError(.attachmentCorrupt) as NSError
        #expect(error.domain == "UNErrorDomain" && error.code == 105)
        let codes: [UNError.Code] = [
            .notificationsNotAllowed, .attachmentInvalidURL, .attachmentUnrecognizedType, .attachmentInvalidFileSize,
            .attachmentNotInDataStore, .attachmentMoveIntoDataStoreFailed, .attachmentCorrupt,
            .notificationInvalidNoDate,
            .notificationInvalidNoContent, .contentProvidingObjectNotAllowed, .contentProvidingInvalid,
            .badgeInputInvalid,
        ]
        #expect(codes.map(\.rawValue) == [1, 100, 101, 102, 103, 104, 105, 1400, 1401, 1500, 1501, 1600])
        #expect(UNNotificationDefaultActionIdentifier == "com.apple.UNNotificationDefaultActionIdentifier")
        #expect(UNNotificationDismissActionIdentifier == "com.apple.UNNotificationDismissActionIdentifier")
    }

    @Test func `enumerations of UIKit have Apple's raw values`() {
        #expect([UIApplication.State.active, .inactive, .background].map(\.rawValue) == [0, 1, 2])
        #expect([UIBackgroundFetchResult.newData, .noData, .failed].map(\.rawValue) == [0, 1, 2])
        #expect([UIBackgroundRefreshStatus.restricted, .denied, .available].map(\.rawValue) == [0, 1, 2])
        let scene: [UIScene.ActivationState] = [.unattached, .foregroundActive, .foregroundInactive, .background]
        #expect(scene.map(\.rawValue) == [-1, 0, 1, 2])
        #expect(UIBackgroundTaskIdentifier.invalid.rawValue == 0)
    }
}
