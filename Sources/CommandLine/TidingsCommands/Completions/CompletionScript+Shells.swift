extension CompletionScript {
    private var commandPaths: [String] { entries.dropFirst().map(\.path) }

    var bash: String {
        var cases: [String] = []
        for entry in entries {
            let words = (entry.command.subcommands.map(\.name) + entry.options.map { "--\($0.name)" })
            var lines = ["    words=\(Self.quoted(words.joined(separator: " ")))"]
            for (value, flag) in [(Value.file, "-f"), (.folder, "-d"), (.other, "")]
            where !entry.options(of: value).isEmpty {
                let action = flag.isEmpty ? "return" : "files \(flag); return"
                lines.append("    case $prev in \(entry.options(of: value).joined(separator: "|"))) \(action) ;; esac")
            }
            if entry.takesFiles { lines.append("    [[ $cur == -* ]] || { files -f; return; }") }
            cases.append("  \(Self.quoted(entry.path)))\n\(lines.joined(separator: "\n"))\n    ;;")
        }
        return """
            # Completes tidings in bash. Made by: tidings completions bash
            _tidings() {
              local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=tidings words= i
              files() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen "$1" -- "$cur"); }
              for ((i = 1; i < COMP_CWORD; i++)); do
                case "$path ${COMP_WORDS[i]}" in
                  \(commandPaths.map(Self.quoted).joined(separator: "|\\\n      "))) path="$path ${COMP_WORDS[i]}" ;;
                esac
              done
              COMPREPLY=()
              case $path in
            \(cases.joined(separator: "\n"))
              esac
              mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
            }
            complete -F _tidings tidings
            """
    }

    var zsh: String {
        let described = { (name: String, help: String) in Self.quoted("\(name.replacing(":", with: "\\:")):\(help)") }
        let cases = entries.map { entry in
            let commands = entry.command.subcommands.map { described($0.name, $0.abstract) }
            let options = entry.options.map { described("--\($0.name)", $0.help) }
            var lines: [String] = []
            for (value, action) in [
                (Value.file, "_files; return"), (.folder, "_files -/; return"), (.other, "return 1"),
            ]
            where !entry.options(of: value).isEmpty {
                lines.append("    case $prev in (\(entry.options(of: value).joined(separator: "|"))) \(action) ;; esac")
            }
            if !commands.isEmpty {
                lines.append("    found=(\(commands.joined(separator: " ")))\n    _describe command found")
            }
            if entry.takesFiles { lines.append("    [[ $PREFIX == -* ]] || { _files; return }") }
            lines.append("    found=(\(options.joined(separator: " ")))\n    _describe -o option found")
            return "  (\(Self.quoted(entry.path)))\n\(lines.joined(separator: "\n"))\n    ;;"
        }
        return """
            #compdef tidings
            # Completes tidings in zsh. Made by: tidings completions zsh
            _tidings() {
              local at=tidings prev=${words[CURRENT-1]} i
              local -a found
              for ((i = 2; i < CURRENT; i++)); do
                case "$at ${words[i]}" in
                  (\(commandPaths.map(Self.quoted).joined(separator: "|"))) at="$at ${words[i]}" ;;
                esac
              done
              case $at in
            \(cases.joined(separator: "\n"))
              esac
            }
            if [[ $funcstack[1] == _tidings ]]; then _tidings "$@"; else compdef _tidings tidings; fi
            """
    }

    var fish: String {
        var lines: [String] = []
        for entry in entries {
            let isHere = "-n \(Self.fish("__tidings_at \(Self.fish(entry.path))"))"
            for child in entry.command.subcommands {
                lines.append("complete -c tidings -f \(isHere) -a \(child.name) -d \(Self.fish(child.abstract))")
            }
            for option in entry.options {
                let value = option.placeholder.map(Value.init)
                let kind =
                    switch value {
                    case .file: " -rF"
                    case .folder: " -xa '(__fish_complete_directories)'"
                    case .other: " -x"
                    case nil: ""
                    }
                lines.append("complete -c tidings \(isHere) -l \(option.name)\(kind) -d \(Self.fish(option.help))")
            }
            if !entry.takesFiles { lines.append("complete -c tidings -f \(isHere)") }
        }
        return """
            # Completes tidings in fish. Made by: tidings completions fish
            set -g __tidings_paths \(commandPaths.map(Self.fish).joined(separator: " "))
            function __tidings_at
                set -l path tidings
                for word in (commandline -opc)[2..]
                    contains -- "$path $word" $__tidings_paths; and set path "$path $word"
                end
                test "$path" = "$argv[1]"
            end
            \(lines.joined(separator: "\n"))
            """
    }

    /// A text as one word of fish, which knows two escapes within single quotes.
    private static func fish(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
