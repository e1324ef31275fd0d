public import Foundation
public import PushModel
import TidingsCore

extension Tidings {
    /// Opens links that the delegate leaves; true means that it did, false leaves the link to the system.
    ///
    /// Called after `ready()`, once for each link: that of a notification that was tapped, and those given to `open`.
    @MainActor public static func onDeepLink(_ handler: (@MainActor (URL) -> Bool)?) {
        FacadeInstance.current.relations.linkHandler = handler
        FacadeInstance.current.consumersChanged()
    }

    /// Takes in a link that reached the app from outside: a URL, or a universal link's web page.
    ///
    /// Give it every link, from whichever callback: launch options, scene, `onOpenURL` and `onContinueUserActivity` tell
    /// of the same one, and it counts once. It is held until `ready()`, for at most 60 seconds, and goes to the delegate
    /// and then to the closure. A link that came from a notification of ours and was handled is not handled again.
    public static func open(_ url: URL) {
        FacadeInstance.current.configured("open")?.commands.yield(.link(url))
    }

    /// The functions that messages can call by name.
    public static var actions: NamedActions { NamedActions() }

    /// The answer to a notification that launched the app; nil if something else did.
    ///
    /// It is the same before and after the delegate was told, and asking takes nothing away.
    public static func launchOpen() async -> NotificationOpen? {
        await FacadeInstance.current.configured("launchOpen")?.launchOpen()
    }
}

/// Functions of the app that a message can call: its `action` names one and brings the data.
public struct NamedActions: Sendable {
    /// Adds a function under a name; it runs when a notification with this action is tapped, before its link is opened.
    @MainActor public func register(_ name: String, _ action: @escaping @MainActor (JSONObject) -> Void) {
        FacadeInstance.current.relations.actionHandlers[name] = action
        FacadeInstance.current.consumersChanged()
    }

    /// Takes a function away.
    @MainActor public func remove(_ name: String) {
        FacadeInstance.current.relations.actionHandlers[name] = nil
    }
}
