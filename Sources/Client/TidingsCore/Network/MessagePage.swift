package import PushModel

/// A page of the message history.
package struct MessagePage: Sendable {
    /// The messages, oldest first.
    package var items: [JSONObject]
    /// Whether more follow.
    package var hasMore: Bool
    /// Where the next page begins.
    package var nextCursor: String?
}
