package import Storage

extension AudienceExpression {
    /// A condition on an attribute, and whether it is decided without the JSON.
    package struct AttributeUse: Sendable, Hashable {
        /// The attribute, such as `attributes.plan`.
        package let reference: String
        /// Whether a declared attribute's column decides it.
        package let isIndexed: Bool
    }

    /// The conditions on attributes, in the order in which they stand.
    package func attributeUses(_ columns: AttributeColumns) -> [AttributeUse] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap { $0.attributeUses(columns) }
        case .not(let part): part.attributeUses(columns)
        case .comparison(let comparison): comparison.attributeUse(columns).map { [$0] } ?? []
        case .eventCount, .seen, .reachableByPush: []
        }
    }
}

extension Comparison {
    fileprivate func attributeUse(_ columns: AttributeColumns) -> AudienceExpression.AttributeUse? {
        guard case .attribute(let keys) = reference else { return nil }
        return .init(
            reference: "attributes." + keys.joined(separator: "."),
            isIndexed: columns[keys].map { test.isDecided(by: $0.kind) } ?? false)
    }
}

extension Comparison.Test {
    /// Whether values of one kind are all that it asks for; what is missing and what is in lists stands in the JSON alone.
    fileprivate func isDecided(by kind: DeclaredAttribute.Kind) -> Bool {
        switch self {
        case .equal(let value), .notEqual(let value): value.kind == kind
        case .oneOf(let values): values.allSatisfy { $0.kind == kind }
        case .ordered(_, .number): kind == .number
        case .ordered(_, .string): kind == .text
        case .contains, .exists: false
        }
    }
}

extension Comparison.Scalar {
    fileprivate var kind: DeclaredAttribute.Kind? {
        switch self {
        case .null: nil
        case .bool: .boolean
        case .number: .number
        case .string: .text
        }
    }
}
