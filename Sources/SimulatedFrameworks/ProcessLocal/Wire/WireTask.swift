package import Foundation

/// A request to the scheduler of background tasks.
package struct WireTask: Codable, Sendable, Hashable {
    /// The kinds of tasks.
    package enum Kind: String, Codable, Sendable {
        case refresh
        case processing
    }

    package var identifier: String
    package var kind: Kind
    package var earliestBeginDate: Date?
    package var needsNetwork: Bool
    package var needsPower: Bool

    package init(
        identifier: String, kind: Kind, earliestBeginDate: Date?, needsNetwork: Bool = false, needsPower: Bool = false
    ) {
        self.identifier = identifier
        self.kind = kind
        self.earliestBeginDate = earliestBeginDate
        self.needsNetwork = needsNetwork
        self.needsPower = needsPower
    }
}
