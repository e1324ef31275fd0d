/// All rules of the doctor, in the order in which they are told.
package enum Catalogue {
    /// A topic and its rules.
    package struct Chapter: Sendable {
        /// What the rules are about.
        package let title: String
        /// The rules.
        package let rules: [Rule]
    }

    /// The rules by topic.
    package static let chapters: [Chapter] = [
        Chapter(title: "The app's rights", rules: Rule.capability + Rule.lists),
        Chapter(title: "The service extension", rules: Rule.extensionTarget + Rule.extensionList),
        Chapter(title: "What app and extension share", rules: Rule.groups),
        Chapter(title: "Background modes", rules: Rule.backgroundModes),
        Chapter(title: "The app's code", rules: Rule.registration + Rule.delegate + Rule.otherSDKs),
        Chapter(title: "The extension's code", rules: Rule.extensionCode),
        Chapter(title: "Signing", rules: Rule.profile),
        Chapter(title: "Keys and Firebase", rules: Rule.key + Rule.googleService),
        Chapter(title: "A push", rules: Rule.payload + Rule.deviceToken),
        Chapter(title: "The server", rules: Rule.server),
    ]

    /// Every rule.
    package static var rules: [Rule] { chapters.flatMap(\.rules) }

    /// What is wrong with an app and what belongs to it: errors first, each kind in the order of the catalogue.
    package static func findings(_ subject: Subject) -> [Finding] {
        let all = rules.flatMap { $0.findings(subject) }
        return Finding.Severity.allCases.flatMap { severity in all.filter { $0.rule.severity == severity } }
    }
}
