import XcodeProject

extension Rule {
    /// Who is told of taps and of pushes in the foreground.
    static let delegate = [
        Rule(
            "delegate_set_late", .warning, "The notification centre gets its delegate after the launch",
            why:
                "iOS hands the tap that launched the app to the delegate when didFinishLaunchingWithOptions returns. One that "
                + "comes later never hears of it."
        ) { subject in
            assignments(subject).compactMap { assignment in
                guard case .late(let moment) = assignment.moment else { return nil }
                return Sighting(
                    place: Finding.Place(assignment.file.path, line: assignment.line),
                    seen: "The delegate is set in \(moment).",
                    change: "Set it in application(_:didFinishLaunchingWithOptions:), or in the init of the App.")
            }
        },
        Rule(
            "delegate_replaced", .warning, "The notification centre gets more than one delegate",
            why: "There is room for one. Whoever comes last hears of taps, and the one before it does not."
        ) { subject in
            let all = assignments(subject)
            let first = all.first
            return all.dropFirst().filter { other in
                other.function != first?.function
                    && other.file.matches(
                        "delegate",
                        /=\s*\w+\s*\.\s*delegate\b|=\s*UNUserNotificationCenter\s*\.\s*current\s*\(\s*\)\s*\.\s*delegate\b/
                    ).isEmpty
            }.map { other in
                Sighting(
                    place: Finding.Place(other.file.path, line: other.line),
                    seen: "The delegate is set here, and at \(first?.file.path ?? ""):\(first?.line ?? 0).",
                    change: "Set it once, and have that one pass on what is for others; with Tidings, "
                        + "Tidings.addNotificationDelegate adds one.")
            }
        },
        Rule(
            "delegate_not_kept", .error, "Nobody keeps the delegate of the notification centre",
            why: "The centre holds its delegate weakly: an object that is made in the assignment is gone at once."
        ) { subject in
            assignments(subject).filter { $0.value.wholeMatch(of: /[A-Z]\w*\s*\(.*\)\s*/) != nil }
                .filter { $0.value.firstMatch(of: /\)\s*\./) == nil }.map { assignment in
                    Sighting(
                        place: Finding.Place(assignment.file.path, line: assignment.line),
                        seen: "The delegate is a new \(assignment.value.prefix { $0 != "(" }), which nothing holds.",
                        change: "Keep it in a property of the app delegate and assign that.")
                }
        },
    ]

    private static func assignments(_ subject: Subject) -> [DelegateAssignment] {
        DelegateAssignment.all(in: subject.app?.target.sources ?? [])
    }
}
