import XcodeProject

extension Rule {
    /// The key that signs for APNs.
    static let key = [
        Rule(
            "key_unreadable", .error, "The key file is no key for APNs",
            why: "No provider token can be signed with it; APNs answers 403 InvalidProviderToken."
        ) { subject in
            guard let key = subject.key, let fault = key.fault else { return [] }
            return [
                Sighting(
                    place: Finding.Place(key.path), seen: fault,
                    change:
                        "Use the .p8 file as Apple's site sent it; it can be downloaded once only, else make a new key."
                )
            ]
        },
        Rule(
            "key_id_mismatch", .error, "The key id is not the one in the key file's name",
            why: "A token that names another key than signed it is refused with 403 InvalidProviderToken."
        ) { subject in
            guard let key = subject.key, let given = key.givenID, let named = KeyEvidence.keyID(inFileName: key.path),
                given != named
            else { return [] }
            return [
                Sighting(
                    place: Finding.Place(key.path),
                    seen: "The key id is \(given.prefix(20)), the file's name says \(named).",
                    change: "Give \(named), or the file of the key \(given.prefix(20)).")
            ]
        },
        Rule(
            "key_id_form", .error, "A key id or team id has another form than Apple's",
            why: "Both are ten capital letters and digits. Anything else is refused with 403 InvalidProviderToken."
        ) { subject in
            guard let key = subject.key else { return [] }
            return [("key id", key.givenID), ("team id", key.givenTeam)].compactMap { name, value in
                guard let value, !KeyEvidence.isID(value) else { return nil }
                return Sighting(
                    place: nil, seen: "The \(name) is \"\(value.prefix(40))\".",
                    change: "Copy it from Apple's site: the key id from Keys, the team id from Membership.")
            }
        },
        Rule(
            "key_other_team", .error, "The key is of another team than the app",
            why:
                "A key sends to the apps of its own team only; APNs answers 403 InvalidProviderToken or 400 TopicDisallowed."
        ) { subject in
            guard let team = subject.key?.givenTeam else { return [] }
            return otherTeams(than: team, subject).map { configuration, own in
                Sighting(
                    place: subject.place("DEVELOPMENT_TEAM", configuration),
                    seen: "The key is of \(team.prefix(20)), the target of \(own).",
                    change: "Use a key of \(own), or correct DEVELOPMENT_TEAM.")
            }
        },
        Rule(
            "key_in_app", .error, "The signing key is built into the app",
            why:
                "Whoever downloads the app can take the key out and push to every app of the team. It cannot be called back, "
                + "only revoked."
        ) { subject in
            (subject.app?.target.resources ?? []).filter { $0.hasSuffix(".p8") }.map { path in
                Sighting(
                    place: Finding.Place(path), seen: "\(path) is among the app's resources.",
                    change:
                        "Take it out of the target and revoke it on Apple's site, if a build with it has left the house."
                )
            }
        },
    ]

    /// Firebase's own configuration.
    static let googleService = [
        Rule(
            "google_service_other_app", .error, "GoogleService-Info.plist is for another app",
            why: "Firebase registers the token for the bundle id in this file; pushes to the other app never get here."
        ) { subject in
            let ids = Set(subject.configurations.compactMap(\.bundleID))
            guard !ids.isEmpty, !ids.contains(where: { $0.contains("$") }) else { return [] }
            // An app with several of them chooses one when it is built.
            let all = subject.googleServices.compactMap { file in file.string("BUNDLE_ID").map { (file, $0) } }
            guard !all.contains(where: { ids.contains($0.1) }) else { return [] }
            return all.map { file, id in
                Sighting(
                    place: file.place("BUNDLE_ID"),
                    seen: "BUNDLE_ID is \(id), the app is \(ids.sorted().joined(separator: ", ")).",
                    change: "Download the file for this app from the Firebase console.")
            }
        },
        Rule(
            "google_service_messaging_off", .error, "GoogleService-Info.plist has Cloud Messaging off",
            why: "With IS_GCM_ENABLED false Firebase asks for no token."
        ) { subject in
            subject.googleServices.filter { $0.values["IS_GCM_ENABLED"] as? Bool == false }.map { file in
                Sighting(
                    place: file.place("IS_GCM_ENABLED"), seen: "IS_GCM_ENABLED is false.",
                    change: "Set it to true, or download the file again.")
            }
        },
    ]

    static func otherTeams(than team: String, _ subject: Subject) -> [(InspectedConfiguration, String)] {
        subject.configurations.compactMap { configuration in
            guard let own = configuration.value("DEVELOPMENT_TEAM"), !own.isEmpty, !own.contains("$"), own != team
            else {
                return nil
            }
            return (configuration, own)
        }
    }
}
