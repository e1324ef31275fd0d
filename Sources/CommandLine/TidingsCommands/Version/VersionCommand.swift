extension Command {
    /// `tidings version`.
    static let version = Command(
        "version", "Print the version of the tool.", options: [.json],
        examples: [Example("tidings version --json", #"Print {"version":"…"}."#)]
    ) { invocation in
        try invocation.output.result(["version": Version.current], text: "tidings \(Version.current)")
        return .done
    }
}

/// The version of this build.
enum Version {
    /// As in the changelog, a semantic version.
    static let current = "0.1.0"
}
