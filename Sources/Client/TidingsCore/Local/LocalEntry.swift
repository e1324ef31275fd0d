package import Foundation
package import PushModel

/// A plan on this phone: what to show, when, and how far it has come.
package struct LocalEntry: Codable, Sendable, Equatable {
    /// Its place among what was said under this name.
    package let order: LocalOrder
    /// For whom it is.
    package let subscriber: String
    private let storedPlan: StoredJSON
    private let storedPayload: StoredJSON
    /// How the system has it; nil while it waits for a place there.
    package var scheduled: DateComponents?
    /// Whether the server was told that the system has it.
    package private(set) var isAcknowledged = false
    /// How often the server was told something of it; nil in files from before this was counted.
    private var reportCount: Int?

    /// The prefix of the system's names for our plans.
    package static let prefix = LocalPlan.identifierPrefix

    /// Keeps a plan together with the push that brought it.
    package init(_ plan: LocalPlan, order: LocalOrder, subscriber: String, payload: JSONObject) {
        self.order = order
        self.subscriber = subscriber
        storedPlan = StoredJSON(plan.json)
        storedPayload = StoredJSON(payload)
    }

    /// Says that the server is told that the system has it, or has it no more.
    ///
    /// - Returns: The number of the report, by which the server knows the later of two.
    mutating func report(isAcknowledged isHeld: Bool) -> Int {
        let number = (reportCount ?? (isAcknowledged ? 1 : 0)) + 1
        (reportCount, isAcknowledged) = (number, isHeld)
        return number
    }

    /// The plan; nil if the file was damaged.
    package var plan: LocalPlan? { LocalPlan(received: .object(storedPlan.object)) }
    /// The push as it came; what was sealed stays so on disk.
    package var payload: JSONObject { storedPayload.object }
}
