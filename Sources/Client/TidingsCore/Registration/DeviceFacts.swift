package import Foundation

/// What the platform knows about this phone and app, gathered anew at each launch.
package struct DeviceFacts: Sendable, Equatable {
    /// The app's bundle id.
    package var bundleID: String
    /// The locale's identifier.
    package var locale: String
    /// The IANA name of the time zone.
    package var timeZone: String
    /// The app's version.
    package var appVersion: String
    /// The version of the operating system.
    package var osVersion: String
    /// The model of the phone.
    package var model: String
    /// Whether the app embeds the notification service extension.
    package var hasServiceExtension: Bool

    /// Creates a description.
    package init(
        bundleID: String, locale: String, timeZone: String, appVersion: String, osVersion: String, model: String,
        hasServiceExtension: Bool
    ) {
        self.bundleID = bundleID
        self.locale = locale
        self.timeZone = timeZone
        self.appVersion = appVersion
        self.osVersion = osVersion
        self.model = model
        self.hasServiceExtension = hasServiceExtension
    }

    /// The version of a system as people write it: `17.5`, or `17.5.1` where there is a third number.
    package static func version(_ version: OperatingSystemVersion) -> String {
        let text = "\(version.majorVersion).\(version.minorVersion)"
        return version.patchVersion == 0 ? text : "\(text).\(version.patchVersion)"
    }
}

/// The version of this SDK as it is reported to the server.
public let tidingsVersion = "0.1.0"
