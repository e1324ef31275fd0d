/// What the words of a command line turned out to ask for.
package enum Parsed: Sendable {
    /// Run this command with these values.
    case run(Command, ParsedValues)
    /// Show the help of the last command of the path.
    case help(path: [Command])
}

/// The options and arguments of one call, not yet interpreted.
package struct ParsedValues: Sendable, Equatable {
    /// The values of each option in the order given; a flag that is there has one empty value.
    package var options: [String: [String]] = [:]
    /// The positional arguments in order.
    package var arguments: [String] = []
}

extension Command {
    /// Finds the command that the words name and sorts the rest into options and arguments.
    ///
    /// - Throws: `CommandError` that names the word and, where one is near, the name that was probably meant.
    package func parse(_ words: [String]) throws(CommandError) -> Parsed {
        var path = [self]
        var rest = words[...]
        while let current = path.last, !current.subcommands.isEmpty {
            guard let word = rest.first, word != "--help", word != "-h" else { return .help(path: path) }
            rest = rest.dropFirst()
            if word == "help", path.count == 1 { return try helpPath(rest) }
            path.append(try current.subcommand(word, path: path))
        }
        guard let command = path.last else { return .help(path: [self]) }
        guard let values = try command.values(of: rest) else { return .help(path: path) }
        return .run(command, values)
    }

    /// `tidings help apps list` shows what `tidings apps list --help` shows.
    private func helpPath(_ words: ArraySlice<String>) throws(CommandError) -> Parsed {
        var path = [self]
        for word in words {
            guard let current = path.last else { break }
            path.append(try current.subcommand(word, path: path))
        }
        return .help(path: path)
    }

    private func subcommand(_ word: String, path: [Command]) throws(CommandError) -> Command {
        if let found = subcommands.first(where: { $0.name == word }) { return found }
        let called = path.map(\.name).joined(separator: " ")
        if word.hasPrefix("-") {
            throw CommandError(
                .unknownOption, "\(called) has no option \(word). \(called) --help lists its commands.")
        }
        throw CommandError(
            .unknownCommand,
            "\(called) has no command \(word). "
                + suggestion(for: word, among: subcommands.map(\.name), otherwise: "\(called) --help lists them."))
    }

    /// Sorts words into options and arguments; nil when help is asked for.
    private func values(of words: ArraySlice<String>) throws(CommandError) -> ParsedValues? {
        var values = ParsedValues()
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                values.arguments += rest
                break
            }
            if word == "-h" || word == "--help" { return nil }
            guard word.hasPrefix("-"), word != "-" else {
                values.arguments.append(word)
                continue
            }
            try take(word, from: &rest, into: &values)
        }
        try check(values)
        return values
    }

    private func take(
        _ word: String, from rest: inout ArraySlice<String>, into values: inout ParsedValues
    ) throws(CommandError) {
        let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard word.hasPrefix("--"), let option = option(named: name) else {
            let near = suggestion(
                for: name, among: options.map(\.name), prefix: "--", otherwise: "\(self.name) --help lists them.")
            throw CommandError(.unknownOption, "\(self.name) has no option \(word.prefix { $0 != "=" }). \(near)")
        }
        let inline = parts.count == 2 ? String(parts[1]) : nil
        if values.options[name] != nil, !option.isRepeatable {
            throw CommandError(.invalidValue, "--\(name) stands twice. Give it once.")
        }
        guard let placeholder = option.placeholder else {
            guard inline == nil else {
                throw CommandError(.invalidValue, "--\(name) takes no value. Leave out what follows the =.")
            }
            values.options[name] = [""]
            return
        }
        if let inline {
            values.options[name, default: []].append(inline)
            return
        }
        // The next word is the value even when it begins with a dash, unless it is clearly another option of ours.
        guard let next = rest.first,
            !(next.hasPrefix("--") && (next == "--" || self.option(named: bareName(next)) != nil))
        else {
            throw CommandError(.missingValue, "--\(name) needs a value: --\(name) \(placeholder).")
        }
        rest = rest.dropFirst()
        values.options[name, default: []].append(next)
    }

    private func bareName(_ word: String) -> String { String(word.dropFirst(2).prefix { $0 != "=" }) }

    private func check(_ values: ParsedValues) throws(CommandError) {
        if values.arguments.count > arguments.count {
            throw CommandError(
                .unexpectedArgument,
                "\(name) does not take \(quoted(values.arguments[arguments.count])). \(name) --help shows its usage.")
        }
        if let missing = arguments.dropFirst(values.arguments.count).first(where: { !$0.isOptional }) {
            throw CommandError(.missingArgument, "\(name) needs \(missing.name): \(missing.help)")
        }
    }
}
