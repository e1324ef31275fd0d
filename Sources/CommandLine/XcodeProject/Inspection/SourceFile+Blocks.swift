extension SourceFile.Block {
    /// What a block belongs to, as far as its header tells.
    package enum Kind: Sendable, Equatable {
        /// A function or method of this name; `init` for initialisers.
        case function(String)
        /// A type or an extension.
        case type
        /// A property that is computed.
        case property(String)
        /// A branch or a loop.
        case control
        /// A closure, which runs when whoever has it says so.
        case closure
    }

    /// What the block belongs to.
    package var kind: Kind {
        // Whatever follows `func` up to the brace is its signature: statements before it end with a brace of their own, or
        // stand on lines before it.
        if let match = header.matches(of: /\bfunc\s+`?(\w+)/.wordBoundaryKind(.simple)).last {
            return .function(String(match.1))
        }
        if header.firstMatch(of: /(?m)(^|[^.\w])init\s*[?!]?\s*[(<]/.wordBoundaryKind(.simple)) != nil {
            return .function("init")
        }
        if let match = header.firstMatch(of: /(?m)^\s*[-+]\s*\([^)]*\)\s*(\w+)/.wordBoundaryKind(.simple)) {
            return .function(match.1.hasPrefix("init") ? "init" : String(match.1))
        }
        if header.firstMatch(of: /\b(class|struct|enum|extension|actor|protocol)\s+\w/.wordBoundaryKind(.simple)) != nil
        {
            return .type
        }
        if header.firstMatch(of: /@(implementation|interface)\b/.wordBoundaryKind(.simple)) != nil { return .type }
        if let match = header.firstMatch(of: /\b(?:var|let)\s+(\w+)[^=]*$/.wordBoundaryKind(.simple)) {
            return .property(String(match.1))
        }
        if header.firstMatch(
            of: /(?m)^\s*(?:\}\s*)?(if|else|guard|for|while|do|catch|switch|repeat|defer|get|@try)\b/.wordBoundaryKind(
                .simple))
            != nil
        {
            return .control
        }
        return .closure
    }

    /// Whether the app is still being launched while the block runs.
    package var isLaunch: Bool {
        guard case .function(let name) = kind else { return false }
        return name == "init" || header.contains("didFinishLaunchingWithOptions")
            || header.contains("willFinishLaunchingWithOptions")
    }
}
