/// One rule of the doctor: what must hold for pushes to arrive, and how to see that it does not.
package struct Rule: Sendable {
    /// One place where a rule is broken.
    struct Sighting: Sendable {
        var place: Finding.Place?
        var seen: String
        var change: String
        var repairs: [Repair] = []
    }

    /// The rule's name in snake_case; it does not change.
    package let code: String
    /// How bad it is when it is broken.
    package let severity: Finding.Severity
    /// What is wrong then, in a few words.
    package let title: String
    /// Why it matters: what iOS or APNs do then.
    package let why: String
    /// Whether `--fix` can make the change, where the files allow it.
    package let isRepairable: Bool
    private let examine: @Sendable (Subject) -> [Sighting]

    init(
        _ code: String, _ severity: Finding.Severity, _ title: String, why: String, repairable: Bool = false,
        examine: @escaping @Sendable (Subject) -> [Sighting]
    ) {
        self.code = code
        self.severity = severity
        self.title = title
        self.why = why
        isRepairable = repairable
        self.examine = examine
    }

    /// Where the rule is broken; the same thing is told once, however many configurations have it.
    package func findings(_ subject: Subject) -> [Finding] {
        var seen: Set<String> = []
        return examine(subject).map {
            Finding(rule: self, place: $0.place, seen: $0.seen, change: $0.change, repairs: $0.repairs)
        }.filter { seen.insert($0.key).inserted }
    }
}
