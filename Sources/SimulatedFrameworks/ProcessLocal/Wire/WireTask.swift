package import Foundation

/// A request to the scheduler of background tasks.
package struct WireTask: Codable, Sendable, Hashable {
    /// The kinds of tasks.
    package enum Kind: String, Codable, Sendable {
        case refresh
        case processing
        case continued
    }

    package var identifier: String
    package var kind: Kind
    package var earliestBeginDate: Date?
    package var needsNetwork: Bool
    package var needsPower: Bool
    /// What the person reads about a task that goes on in the background.
    package var title = ""
    package var subtitle = ""
    /// Whether a task that goes on in the background is refused rather than made to wait.
    package var mustBeginAtOnce = false

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
