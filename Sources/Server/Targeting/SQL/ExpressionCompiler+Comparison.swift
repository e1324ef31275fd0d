internal import Storage

extension ExpressionCompiler {
    mutating func clause(_ comparison: Comparison) -> String {
        let operand = operand(comparison.reference)
        return switch comparison.test {
        case .equal(let value): equal(operand, [value])
        case .notEqual(let value): "(not \(equal(operand, [value])))"
        case .oneOf(let values): equal(operand, values)
        case .exists(true): "(not \(operand.isMissing))"
        case .exists(false): "(\(operand.isMissing))"
        case .contains(let text): contains(operand, text)
        case .ordered(let order, .number(let number)):
            test(operand.number) {
                "\($0) \(order.relation.symbol) \($1)"
            } with: {
                $0.bind(number)
            }
        case .ordered(let order, .string(let text)):
            // PostgreSQL's usual order depends on the language; SQLite's is that of the bytes.
            test(operand.text) { [dialect] in
                "\($0)\(dialect == .postgreSQL ? " collate \"C\"" : "") \(order.relation.symbol) \($1)"
            } with: {
                $0.bind(text)
            }
        }
    }

    private func operand(_ reference: Reference) -> Operand {
        switch reference {
        case .externalID: return Operand(column: "s.external_id")
        case .timeZone: return Operand(column: "s.time_zone")
        case .locale: return Operand(column: "s.locale")
        case .isVerified: return Operand(flag: "s.verified_at is not null")
        case .attribute(let keys):
            let json = Operand(attribute: keys, dialect)
            return columns[keys].map(json.held) ?? json
        }
    }

    /// Writes a condition on one kind of value; what is of another kind does not meet it.
    private mutating func test(
        _ alternative: Operand.Alternative?, _ condition: (String, String) -> String,
        with placeholder: (inout ExpressionCompiler) -> String
    ) -> String {
        guard let alternative else { return "false" }
        return "(case when \(alternative.test) then \(condition(alternative.value, placeholder(&self))) else false end)"
    }

    private mutating func equal(_ operand: Operand, _ values: [Comparison.Scalar]) -> String {
        var parts: [String] = []
        var texts: [String] = []
        var numbers: [String] = []
        for value in values {
            switch value {
            case .null: parts.append(operand.isMissing)
            case .bool(true): parts.append(operand.isTrue ?? "false")
            case .bool(false): parts.append(operand.isFalse ?? "false")
            case .number(let number): if operand.number != nil { numbers.append(bind(number)) }
            case .string(let text): if operand.text != nil { texts.append(bind(text)) }
            }
        }
        for (alternative, placeholders) in [(operand.text, texts), (operand.number, numbers)]
        where !placeholders.isEmpty {
            parts.append(
                test(alternative) {
                    "\($0) in (\($1))"
                } with: { _ in
                    placeholders.joined(separator: ", ")
                })
        }
        return parts.isEmpty ? "false" : "(\(parts.joined(separator: " or ")))"
    }

    private mutating func contains(_ operand: Operand, _ text: String) -> String {
        guard let own = operand.text else { return "false" }
        let placeholder = bind(text.folded)
        var clause = "(case when \(own.test) then \(dialect.contains(own.value, placeholder))"
        if let list = operand.texts {
            clause += " when \(list.test) then exists (select 1 from (\(list.value)) l "
            clause += "where \(dialect.folded("l.value")) = \(placeholder))"
        }
        return clause + " else false end)"
    }
}

extension SQLDialect {
    /// A text without regard to capitals, as `String.folded` makes it.
    fileprivate func folded(_ text: String) -> String {
        switch self {
        case .sqlite: "folded(\(text))"
        case .postgreSQL: "replace(lower(\(text) collate \"und-x-icu\"), 'ς', 'σ')"
        }
    }

    fileprivate func contains(_ text: String, _ part: String) -> String {
        switch self {
        case .sqlite: "instr(\(folded(text)), \(part)) > 0"
        case .postgreSQL: "position(\(part) in \(folded(text))) > 0"
        }
    }
}
