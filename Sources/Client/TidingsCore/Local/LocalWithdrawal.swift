/// What the server is to be told of a plan that the system does not have any more.
package struct LocalWithdrawal: Codable, Sendable, Equatable {
    /// Why the system does not have it.
    package enum Reason: String, Codable, Sendable {
        /// Nobody is to see it any more.
        case canceled
        /// A newer plan has taken its place.
        case replaced
        /// The app wants none of it.
        case refused
        /// Sooner plans, or other notifications of the app, take all places.
        case noPlace = "no_place"
        /// Somebody else uses the app.
        case signedOut = "signed_out"
        /// It cannot be read any more.
        case unreadable
    }

    /// The plan's name.
    package let plan: String
    /// The message that brought it.
    package let message: String
    /// The number of the report.
    package let change: Int
    /// Why.
    package let reason: Reason
}
