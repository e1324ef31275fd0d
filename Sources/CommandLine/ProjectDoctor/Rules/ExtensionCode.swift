import XcodeProject

extension Rule {
    /// What only an app has: a word that is in each call of it, and the call as either language writes it.
    ///
    /// Unsafe: `Regex` is not marked as sendable; nobody changes these.
    private nonisolated(unsafe) static let appOnly: [(word: String, call: Regex<Substring>)] = [
        ("UIApplication", /\bUIApplication\s*\.\s*shared\b|\[\s*UIApplication\s+sharedApplication\s*\]/),
        ("registerForRemoteNotifications", /\bregisterForRemoteNotifications\s*[(\]]/),
        ("PKPushRegistry", /\bPKPushRegistry\b/),
        ("WKExtension", /\bWKExtension\s*\.\s*shared\s*\(/),
    ]

    /// What the extension's sources do.
    static let extensionCode = [
        Rule(
            "extension_unsafe_api", .error, "The extension uses what only an app has",
            why:
                "An extension that is linked with such a call is refused by the compiler or the store, or dies when it gets "
                + "there; the push is then shown as it came."
        ) { subject in
            (subject.app?.extensions ?? []).flatMap(\.target.sources).flatMap { file in
                appOnly.flatMap { word, call in
                    file.matches(word, call).map { match in
                        Sighting(
                            place: Finding.Place(file.path, line: file.line(at: match.range.lowerBound)),
                            seen: "The extension calls \(match.output.filter { !$0.isWhitespace }.prefix(60)).",
                            change:
                                "Take it out, or keep it in a file that only the app is built from; what the app should "
                                + "do is noted in the app group.")
                    }
                }
            }
        },
        Rule(
            "extension_api_unchecked", .warning, "The compiler does not check what the extension calls",
            why: "With APPLICATION_EXTENSION_API_ONLY = NO it lets calls pass that only an app may make.",
            repairable: true
        ) { subject in
            let key = "APPLICATION_EXTENSION_API_ONLY"
            return extensionConfigurations(subject).compactMap { target, configuration in
                guard configuration.value(key) == "NO" else { return nil }
                return Sighting(
                    place: subject.place(key, configuration),
                    seen: "\(target.name) has \(key) = NO in \(configuration.name).", change: "Set \(key) to YES.",
                    repairs: [.setting(configuration: configuration.settings.object.id, key: key, value: "YES")])
            }
        },
        Rule(
            "extension_expiry_missing", .warning, "The extension does nothing when its time runs out",
            why:
                "After some 30 seconds iOS calls serviceExtensionTimeWillExpire and takes the content that was handed over by "
                + "then; without it the work is lost and the push is shown as it came."
        ) { subject in
            (subject.app?.extensions ?? []).flatMap { ext -> [Sighting] in
                guard !ext.target.mentions("serviceExtensionTimeWillExpire"),
                    let found = ext.target.first(
                        "UNNotificationServiceExtension",
                        /\bclass\s+\w+\s*:[^{]{0,500}\bUNNotificationServiceExtension\b|@interface\s+\w+\s*:\s*UNNotificationServiceExtension\b/
                    )
                else { return [] }
                return [
                    Sighting(
                        place: Finding.Place(found.file.path, line: found.line),
                        seen: "The class has no serviceExtensionTimeWillExpire.",
                        change: "Override it and call the content handler with the best content that there is.")
                ]
            }
        },
    ]
}
