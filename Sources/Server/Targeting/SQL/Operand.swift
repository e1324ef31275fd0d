internal import Storage

/// What a comparison looks at, as SQL: tests of its kind that are true or false, and its value as each kind.
///
/// A value is used only behind the test of its kind, in a `case`: a cast of another kind would be an error.
struct Operand {
    /// It is not there, or null.
    var isMissing: String
    /// It is `true`; nil if it never can be.
    var isTrue: String?
    /// It is `false`; nil if it never can be.
    var isFalse: String?
    /// The test for a text and the text.
    var text: Alternative?
    /// The test for a number and the number.
    var number: Alternative?
    /// The test for a list, and the texts in it as a query with the column `value`.
    var texts: Alternative?

    /// A test of the kind, and the value when it holds.
    struct Alternative {
        let test: String
        let value: String
    }

    /// A column of text that may be null.
    init(column: String) {
        isMissing = "\(column) is null"
        text = Alternative(test: "\(column) is not null", value: column)
    }

    /// Something that is true or false.
    init(flag: String) {
        isMissing = "false"
        isTrue = "(\(flag))"
        isFalse = "(not \(flag))"
    }

    /// A member of `s.attributes`.
    ///
    /// - Parameters:
    ///   - keys: The keys that lead to it, without quotation marks and backslashes.
    ///   - dialect: The database's SQL.
    init(attribute keys: [String], _ dialect: SQLDialect) {
        func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
        switch dialect {
        case .sqlite:
            let place = "s.attributes, " + literal("$" + keys.map { ".\"\($0)\"" }.joined())
            let kind = "json_type(\(place))"
            let value = "json_extract(\(place))"
            isMissing = "coalesce(\(kind), 'null') = 'null'"
            isTrue = "\(kind) is 'true'"
            isFalse = "\(kind) is 'false'"
            text = Alternative(test: "\(kind) is 'text'", value: value)
            number = Alternative(test: "coalesce(\(kind), '') in ('integer', 'real')", value: "cast(\(value) as real)")
            texts = Alternative(
                test: "\(kind) is 'array'", value: "select j.value from json_each(\(place)) j where j.type = 'text'")
        case .postgreSQL:
            let value = "(s.attributes::jsonb" + keys.map { " -> \(literal($0))::text" }.joined() + ")"
            let kind = "coalesce(jsonb_typeof(\(value)), 'null')"
            isMissing = "\(kind) = 'null'"
            isTrue = "coalesce(\(value) = 'true'::jsonb, false)"
            isFalse = "coalesce(\(value) = 'false'::jsonb, false)"
            text = Alternative(test: "\(kind) = 'string'", value: "(\(value) #>> '{}')")
            number = Alternative(test: "\(kind) = 'number'", value: "(\(value) #>> '{}')::double precision")
            texts = Alternative(
                test: "\(kind) = 'array'",
                value: """
                    select j.value #>> '{}' as value from jsonb_array_elements(\(value)) j \
                    where jsonb_typeof(j.value) = 'string'
                    """)
        }
    }

    /// The same member, looked up in the column that holds it if it is of the column's kind.
    ///
    /// The column is null where the value is of another kind, which only the JSON tells.
    func held(in column: AttributeColumns.Column) -> Operand {
        var operand = self
        let place = "s.\(column.name)"
        operand.isMissing = "(\(place) is null and \(isMissing))"
        let held = Alternative(test: "\(place) is not null", value: place)
        switch column.kind {
        case .text: operand.text = held
        case .number: operand.number = held
        case .boolean:
            operand.isTrue = "coalesce(\(place) = 1, false)"
            operand.isFalse = "coalesce(\(place) = 0, false)"
        }
        return operand
    }
}
