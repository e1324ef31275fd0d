/// A button of a category.
package struct WireAction: Codable, Sendable, Hashable {
    package var identifier: String
    package var title: String
    package var options: UInt
    package var icon: String?
    package var iconIsSystem = false
    package var textInput: WireTextInput?

    package init(identifier: String, title: String, options: UInt) {
        self.identifier = identifier
        self.title = title
        self.options = options
    }
}

/// The text field behind a button.
package struct WireTextInput: Codable, Sendable, Hashable {
    package var buttonTitle: String
    package var placeholder: String

    package init(buttonTitle: String, placeholder: String) {
        self.buttonTitle = buttonTitle
        self.placeholder = placeholder
    }
}

/// A category as the app registered it.
package struct WireCategory: Codable, Sendable, Hashable {
    package var identifier: String
    package var actions: [WireAction]
    package var intentIdentifiers: [String]
    package var options: UInt
    package var hiddenPreviewsBodyPlaceholder: String
    package var categorySummaryFormat: String

    package init(
        identifier: String, actions: [WireAction], intentIdentifiers: [String], options: UInt,
        hiddenPreviewsBodyPlaceholder: String, categorySummaryFormat: String
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.options = options
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.categorySummaryFormat = categorySummaryFormat
    }
}

/// What the person has allowed the app; the numbers are the raw values of Apple's enumerations.
package struct WireSettings: Codable, Sendable, Hashable {
    package var authorizationStatus = 0
    package var sound = 0
    package var badge = 0
    package var alert = 0
    package var notificationCenter = 0
    package var lockScreen = 0
    package var carPlay = 0
    package var criticalAlert = 0
    package var announcement = 0
    package var timeSensitive = 0
    package var scheduledDelivery = 0
    package var directMessages = 0
    package var alertStyle = 0
    package var showPreviews = 0
    package var providesAppSettings = false

    package init() {}
}
