import Foundation
import PushModel

extension Output {
    /// Prints what the server says as one line of JSON in JSON mode, and the text otherwise.
    func result(_ value: JSONValue, text: @autoclosure () -> String) {
        if isJSON { verbatim(value.description) } else { verbatim(text()) }
    }
}

extension Command {
    /// A column of a table: its headline, and a path such as `token.status` or a rule for what stands in it.
    struct Column: Sendable {
        let headline: String
        let cell: @Sendable (JSONValue) -> String

        /// Shows the member that a path leads to, empty if there is none.
        static func member(_ headline: String, _ path: String) -> Column {
            Column(headline: headline) { item in
                var value: JSONValue? = item
                for part in path.split(separator: ".") { value = value?[String(part)] }
                guard let value, !value.isNull else { return "" }
                return value.string ?? value.array?.map { $0.string ?? $0.description }.joined(separator: " ")
                    ?? value.description
            }
        }
    }

    /// A subcommand that shows a list of the server as a table.
    static func listing(
        _ summary: String, path: String, columns: [Column], examples: [Example]
    ) -> Command {
        Command(
            "list", summary, options: [APIClient.limitOption] + ServerOptions.all + [.json], examples: examples
        ) { invocation in
            let client = try ServerOptions.client(invocation)
            let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
            let items = try await client.list(path, limit: limit)
            let output = invocation.output
            output.result(
                .array(items),
                text: output.table(columns.map(\.headline), items.map { item in columns.map { $0.cell(item) } }))
            return .done
        }
    }

    /// A subcommand that makes one call about one thing and shows the answer; for people as lines of name and value.
    static func single(
        _ name: String, _ summary: String, discussion: String = "", argument: Argument, options: [Option] = [],
        examples: [Example], _ call: @escaping @Sendable (Invocation, APIClient, _ id: String) async throws -> JSONValue
    ) -> Command {
        Command(
            name, summary, discussion: discussion, arguments: [argument],
            options: options + ServerOptions.all + [.json], examples: examples
        ) { invocation in
            let client = try ServerOptions.client(invocation)
            let answer = try await call(invocation, client, APIClient.escaped(invocation.argument(0) ?? ""))
            invocation.output.result(answer, text: lines(answer))
            return .done
        }
    }

    /// The members of an object, a line each, aligned.
    static func lines(_ value: JSONValue) -> String {
        guard let members = value.object?.members else { return value.string ?? value.description }
        let width = members.map { $0.key.count }.max() ?? 0
        return members.filter { !$0.value.isNull }.map { member in
            member.key + String(repeating: " ", count: width - member.key.count + 2)
                + (member.value.string ?? member.value.description)
        }.joined(separator: "\n")
    }

    /// Reads an option that holds a JSON object.
    static func object(_ option: String, _ invocation: Invocation) throws(CommandError) -> JSONValue? {
        guard let text = invocation.value(option) else { return nil }
        guard let value = try? JSONValue(parsing: text), value.object != nil else {
            throw CommandError(.invalidValue, "--\(option) must be an object in JSON, not \(quoted(text)).")
        }
        return value
    }
}
