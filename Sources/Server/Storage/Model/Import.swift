/// A person to be taken over from elsewhere, with a token of theirs.
package struct ImportRow: Sendable {
    /// The caller's own user id.
    package var externalID: String
    /// What is known about the person; it joins what is known already.
    package var change: SubscriberChange
    /// A device of theirs.
    package var device: ImportDevice?

    /// Describes a row.
    package init(externalID: String, change: SubscriberChange, device: ImportDevice?) {
        self.externalID = externalID
        self.change = change
        self.device = device
    }
}

/// A device that is known from elsewhere.
package struct ImportDevice: Sendable {
    /// The app's bundle id.
    package var bundleID: String
    /// The token in lower-case hex.
    package var token: String
    /// Where the token is good.
    package var environment: PushEnvironment
    /// Whether the person wants pushes on it.
    package var isEnabled: Bool
    /// The version of the app.
    package var appVersion: String?
    /// The version of the operating system.
    package var osVersion: String?
    /// The hardware model.
    package var model: String?

    /// Describes a device.
    package init(
        bundleID: String, token: String, environment: PushEnvironment, isEnabled: Bool, appVersion: String?,
        osVersion: String?, model: String?
    ) {
        self.bundleID = bundleID
        self.token = token
        self.environment = environment
        self.isEnabled = isEnabled
        self.appVersion = appVersion
        self.osVersion = osVersion
        self.model = model
    }
}

/// What became of the rows of an import, or would become of them.
package struct ImportReport: Sendable, Equatable {
    /// Why a row was not taken.
    package enum Refusal: Sendable, Equatable {
        /// The tenant has no app of this bundle id.
        case unknownApp(String)
        /// The person's attributes would have this many bytes.
        case attributesTooLarge(Int)
    }

    /// Subscribers that were made.
    package var created = 0
    /// Subscribers of whom something new is known.
    package var updated = 0
    /// Subscribers of whom all was known.
    package var unchanged = 0
    /// Devices that were made.
    package var devicesCreated = 0
    /// Devices that belong to another person now.
    package var devicesMoved = 0
    /// Tokens that were known; a registration by the app counts more than an import.
    package var devicesKnown = 0
    /// The rows that were not taken, by their place in the list.
    package var refused: [(index: Int, reason: Refusal)] = []

    package static func == (left: ImportReport, right: ImportReport) -> Bool {
        left.created == right.created && left.updated == right.updated && left.unchanged == right.unchanged
            && left.devicesCreated == right.devicesCreated && left.devicesMoved == right.devicesMoved
            && left.devicesKnown == right.devicesKnown && left.refused.elementsEqual(right.refused, by: ==)
    }
}
