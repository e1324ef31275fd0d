internal import Foundation
internal import PushModel
internal import Storage
internal import Targeting

/// Which clauses of an audience's expression hold of one subscriber at this moment.
struct AudienceMatch: Sendable {
    /// Whether the whole expression holds.
    let holds: Bool
    /// The outermost clauses that hold, such as `where.any[1]`; `where` if it has none.
    let holding: [String]

    /// Asks the database; nil for an audience that is no expression.
    ///
    /// Attributes may have changed since the audience was found: the answer is about now.
    static func now(_ story: DeliveryStory, _ storage: TenantHandle, _ now: Date) async throws -> AudienceMatch? {
        guard let text = story.message.expression else { return nil }
        let whole = try AudienceExpression(stored: text)
        let (word, parts): (String, [AudienceExpression]) =
            switch whole {
            case .any(let parts): ("any", parts)
            case .all(let parts): ("all", parts)
            default: ("", [])
            }
        let conditions = ([whole] + parts).map { $0.condition(now: now) }
        let answers = try await storage.meets(conditions, subscriber: story.subscriber)
        let clauses = parts.indices.filter { answers[$0 + 1] }.map { "where.\(word)[\($0)]" }
        return AudienceMatch(holds: answers[0], holding: parts.isEmpty && answers[0] ? ["where"] : clauses)
    }
}
