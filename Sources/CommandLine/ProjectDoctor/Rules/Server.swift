import XcodeProject

extension Rule {
    /// More than this between two clocks is worth a word, in seconds.
    private static let tolerableSkew = 60.0
    /// APNs refuses tokens whose time of issue is an hour away.
    private static let fatalSkew = 3000.0

    /// What the running server knows.
    static let server = [
        Rule(
            "server_unreachable", .error, "The server does not answer", why: "What does not answer sends nothing."
        ) { subject in
            guard let server = subject.server, let fault = server.fault else { return [] }
            return [Sighting(place: nil, seen: fault, change: "Start the server, or correct --server and the key.")]
        },
        Rule(
            "server_app_unknown", .error, "The server does not know the app",
            why: "It sends to apps by their bundle id, and devices of an unknown app cannot register."
        ) { subject in
            guard let known = subject.server?.bundleIDs else { return [] }
            let ids = subject.bundleIDs
            guard !ids.isEmpty, ids.allSatisfy({ !known.contains($0) }) else { return [] }
            return [
                Sighting(
                    place: nil, seen: "The server has no app \(ids.joined(separator: ", ")).",
                    change: "Create it: tidings apps create --bundle-id \(ids[0])")
            ]
        },
        Rule(
            "server_without_credentials", .error, "The server has no key for the app",
            why: "Without a key or certificate nothing can be sent to APNs."
        ) { subject in
            guard let credentials = subject.serverCredentials, credentials.isEmpty else { return [] }
            return [
                Sighting(
                    place: nil, seen: "The app has no credentials on the server.",
                    change: "Set them: tidings apps credentials APP --p8 AuthKey_….p8 --team-id …")
            ]
        },
        Rule(
            "server_other_environment", .error, "The server has no key for the environment of the builds",
            why: "A push to a token of the other environment is refused."
        ) { subject in
            guard let credentials = subject.serverCredentials, !credentials.isEmpty else { return [] }
            return subject.profiles.compactMap { evidence in
                guard let profile = try? evidence.profile.get(), let environment = profile.environment,
                    !credentials.contains(where: { $0.environments.contains(environment) })
                else { return nil }
                return Sighting(
                    place: Finding.Place(evidence.path),
                    seen: "Builds with \(profile.name) get tokens of the \(environment), and the server's key is for "
                        + "\(credentials.flatMap(\.environments).map(\.rawValue).joined(separator: ", ")) only.",
                    change: "Set the credentials with --environment \(environment).")
            }
        },
        Rule(
            "server_other_team", .error, "The server's key is of another team than the app",
            why: "A key sends to the apps of its own team only."
        ) { subject in
            (subject.serverCredentials ?? []).compactMap(\.teamID).flatMap { team in
                otherTeams(than: team, subject).map { configuration, own in
                    Sighting(
                        place: subject.place("DEVELOPMENT_TEAM", configuration),
                        seen: "The server's key is of \(team), the target of \(own).",
                        change: "Set credentials of \(own) on the server.")
                }
            }
        },
        Rule(
            "clock_skew", .error, "Clocks differ by most of an hour",
            why:
                "A provider token is good for an hour from the time in it: a clock that is off makes each one expired, or from "
                + "the future, and APNs answers 403 ExpiredProviderToken or InvalidProviderToken."
        ) { subject in skew(subject) { $0 >= fatalSkew } },
        Rule(
            "clock_inexact", .warning, "Clocks differ",
            why: "Expirations and schedules are off by as much; much more and APNs refuses the provider tokens."
        ) { subject in skew(subject) { $0 >= tolerableSkew && $0 < fatalSkew } },
    ]

    private static func skew(_ subject: Subject, _ isTold: (Double) -> Bool) -> [Sighting] {
        guard let server = subject.server, let lead = server.clockLead, isTold(abs(lead)) else { return [] }
        return [
            Sighting(
                place: nil,
                seen:
                    "The clock of \(server.url) is \(Int(abs(lead))) seconds \(lead > 0 ? "ahead of" : "behind") this one.",
                change: "Set both by NTP (timedatectl set-ntp true, or the time service of the host).")
        ]
    }
}
