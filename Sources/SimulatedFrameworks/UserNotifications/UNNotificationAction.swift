public import Foundation
package import ProcessLocal

/// The picture of a button.
open class UNNotificationActionIcon: NSObject {
    package let name: String
    package let isSystem: Bool

    package init(name: String, isSystem: Bool) {
        self.name = name
        self.isSystem = isSystem
    }

    /// A picture of the app.
    public convenience init(templateImageName: String) { self.init(name: templateImageName, isSystem: false) }
    /// A picture of the system.
    public convenience init(systemImageName: String) { self.init(name: systemImageName, isSystem: true) }
}

/// A button of a notification.
open class UNNotificationAction: NSObject {
    package let wire: WireAction

    package init(wire: WireAction) { self.wire = wire }

    /// Describes a button.
    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.init(wire: WireAction(identifier: identifier, title: title, options: options.rawValue))
    }

    /// Describes a button with a picture.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?
    ) {
        var wire = WireAction(identifier: identifier, title: title, options: options.rawValue)
        wire.set(icon)
        self.init(wire: wire)
    }

    /// Its name in a response.
    open var identifier: String { wire.identifier }
    /// Its label.
    open var title: String { wire.title }
    /// How it behaves.
    open var options: UNNotificationActionOptions { UNNotificationActionOptions(rawValue: wire.options) }
    /// Its picture.
    open var icon: UNNotificationActionIcon? {
        wire.icon.map { UNNotificationActionIcon(name: $0, isSystem: wire.iconIsSystem) }
    }

    package static func make(_ wire: WireAction) -> UNNotificationAction {
        wire.textInput == nil ? UNNotificationAction(wire: wire) : UNTextInputNotificationAction(wire: wire)
    }

    /// Two buttons are equal when they look and behave the same.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationAction)?.wire == wire }
    /// Agrees with `isEqual`.
    open override var hash: Int { wire.hashValue }
}

extension WireAction {
    fileprivate mutating func set(_ icon: UNNotificationActionIcon?) {
        self.icon = icon?.name
        iconIsSystem = icon?.isSystem ?? false
    }
}

/// A button that asks for a text.
open class UNTextInputNotificationAction: UNNotificationAction {
    /// Describes a button with a text field.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// Describes a button with a picture and a text field.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?,
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        var wire = WireAction(identifier: identifier, title: title, options: options.rawValue)
        wire.set(icon)
        wire.textInput = WireTextInput(buttonTitle: textInputButtonTitle, placeholder: textInputPlaceholder)
        self.init(wire: wire)
    }

    /// Label of the button that sends the text.
    open var textInputButtonTitle: String { wire.textInput?.buttonTitle ?? "" }
    /// Text shown while the field is empty.
    open var textInputPlaceholder: String { wire.textInput?.placeholder ?? "" }
}
