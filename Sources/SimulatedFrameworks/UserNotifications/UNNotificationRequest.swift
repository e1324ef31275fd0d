public import Foundation
package import ProcessLocal

/// A notification with its name and what makes it due.
open class UNNotificationRequest: NSObject {
    package let wire: WireRequest

    package init(wire: WireRequest) { self.wire = wire }

    /// Describes a notification; no trigger means now.
    public convenience init(
        identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
    ) {
        self.init(wire: WireRequest(identifier: identifier, content: content.wire, trigger: trigger?.wire))
    }

    /// Its name: of a push the collapse identifier, where the sender gave one.
    open var identifier: String { wire.identifier }
    /// What it shows and carries.
    open var content: UNNotificationContent { UNNotificationContent(wire: wire.content) }
    /// What makes it due.
    open var trigger: UNNotificationTrigger? { wire.trigger.map(UNNotificationTrigger.make) }
}

/// A notification that became due.
open class UNNotification: NSObject {
    package let wire: WireNotification

    package init(wire: WireNotification) { self.wire = wire }

    /// When it was delivered.
    open var date: Date { wire.date }
    /// What was asked for.
    open var request: UNNotificationRequest { UNNotificationRequest(wire: wire.request) }
}
