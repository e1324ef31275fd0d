package import APNs
package import Foundation

/// What became of one try to hand a delivery to the provider.
package enum ProviderAnswer: Sendable, Equatable {
    /// The provider took it.
    case accepted(uniqueID: String?)
    /// The provider refused it.
    case rejected(status: Int, reason: String, timestamp: Date?)
    /// It certainly never reached the provider.
    case notProcessed(String)
    /// No answer came; the provider may have taken it.
    case ambiguous(Ambiguity, String)

    /// Why no answer came.
    package enum Ambiguity: Sendable, Equatable {
        /// The deadline passed.
        case timeout
        /// The connection ended.
        case connection
    }
}

extension ProviderAnswer {
    /// Sorts what the client of APNs reports.
    package init(_ result: PushResult) {
        switch result {
        case .accepted(_, let uniqueID):
            self = .accepted(uniqueID: uniqueID)
        case .rejected(let rejection):
            self = .rejected(
                status: rejection.status, reason: rejection.reason.rawValue, timestamp: rejection.timestamp)
        case .notProcessed(let error):
            self = .notProcessed(error.code.rawValue)
        case .ambiguous(let error):
            self = .ambiguous(error.code == .timedOut ? .timeout : .connection, error.code.rawValue)
        }
    }
}
