public import SwiftUI

/// The texts of the primer as it comes; give it your own, in the languages of your app.
public struct PermissionPrimerTexts: Sendable {
    /// What notifications are good for.
    public var question = "Allow notifications to hear of news at once."
    /// The button that lets the system ask.
    public var allow = "Turn on notifications"
    /// The button that puts it off.
    public var later = "Not now"
    /// What to do after a refusal.
    public var denied = "Notifications are off. You can allow them in Settings."
    /// The button that leads to Settings.
    public var settings = "Open Settings"

    /// Starts with English texts.
    public init() {}
}

extension PermissionPrimer where Content == PermissionPrimerContent {
    /// Shows a text and two buttons.
    public init(texts: PermissionPrimerTexts = PermissionPrimerTexts()) {
        self.init { PermissionPrimerContent(texts: texts, primer: $0) }
    }
}

/// The primer as it comes: a text and two buttons.
public struct PermissionPrimerContent: View {
    let texts: PermissionPrimerTexts
    let primer: PermissionPrimerContext

    /// The text and the buttons.
    public var body: some View {
        VStack {
            switch primer.phase {
            case .ask:
                Text(texts.question)
                Button(texts.allow, action: primer.allow)
            case .denied:
                Text(texts.denied)
                Button(texts.settings, action: primer.openSettings)
            }
            Button(texts.later, action: primer.later)
        }
    }
}
