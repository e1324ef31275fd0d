public import Testing

/// Names the requirements that a test proves, by their ids in `Documentation/Requirements.md`.
///
/// `scripts/rows` reads them from the sources: write the ids as string literals.
public struct RowsTrait: TestTrait, SuiteTrait {
    /// Requirement ids, such as `K18` or `AP7`.
    public let ids: [String]
}

extension Trait where Self == RowsTrait {
    /// Marks the test as proof of the requirements with these ids.
    public static func rows(_ ids: String...) -> Self { RowsTrait(ids: ids) }
}
