package import Foundation
internal import PushModel
package import Storage

extension AudienceExpression {
    /// Reads an expression that was checked before it was stored.
    package init(stored text: String) throws {
        try self.init(JSONValue(parsing: text), at: "where")
    }

    /// The expression as a condition for whichever database there is.
    package func condition(now: Date) -> SubscriberCondition {
        { dialect, columns, first in filter(for: dialect, columns, now: now, firstPlaceholder: first) }
    }
}
