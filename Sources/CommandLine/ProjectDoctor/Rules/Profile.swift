import Foundation
import XcodeProject

extension Rule {
    /// What the provisioning profile lets a build do.
    static let profile = [
        Rule(
            "profile_unreadable", .error, "A provisioning profile cannot be read", why: "Nothing is signed with it."
        ) { subject in
            subject.profiles.compactMap { evidence in
                guard case .failure(let fault) = evidence.profile else { return nil }
                return Sighting(
                    place: Finding.Place(evidence.path), seen: "\(evidence.path): \(fault)",
                    change: "Download it again, or have Xcode manage the signing.")
            }
        },
        Rule(
            "profile_changed", .error, "A provisioning profile is not as Apple signed it",
            why: "Phones refuse an app whose profile has another signature."
        ) { subject in
            read(subject).filter { !$0.1.isIntact }.map { path, _ in
                Sighting(
                    place: Finding.Place(path), seen: "The signature does not belong to what the profile says.",
                    change: "Download it again from Apple's developer site.")
            }
        },
        Rule(
            "profile_without_push", .error, "The provisioning profile gives no right to pushes",
            why: "iOS gives a token only to builds whose profile has aps-environment."
        ) { subject in
            read(subject).filter { $0.1.pushRight == nil && belongsToApp($0.1, subject) }.map { path, profile in
                Sighting(
                    place: Finding.Place(path),
                    seen: profile.isWildcard
                        ? "\(profile.name) is for \(profile.bundleID), and profiles for many apps have no pushes."
                        : "\(profile.name) has no aps-environment.",
                    change: profile.isWildcard
                        ? "Make a profile for the app's own id."
                        : "Switch on Push Notifications for the app id on Apple's site and make the profile anew.")
            }
        },
        Rule(
            "profile_other_app", .error, "The provisioning profile is for another app",
            why: "A build that is signed with it does not start."
        ) { subject in
            guard subject.app != nil else { return [] }
            return read(subject).filter { profile in ids(subject).allSatisfy { !profile.1.covers($0) } }.compactMap {
                path, profile in
                guard let id = subject.configurations.compactMap(\.bundleID).first, !id.contains("$") else {
                    return nil
                }
                return Sighting(
                    place: Finding.Place(path), seen: "\(profile.name) is for \(profile.bundleID), the app is \(id).",
                    change: "Choose the profile for \(id), or correct the bundle id.")
            }
        },
        Rule(
            "profile_expired", .error, "The provisioning profile has expired",
            why: "Builds that carry it no longer start, and new ones are not signed."
        ) { subject in
            expiring(subject, within: 0).map { path, profile, date in
                Sighting(
                    place: Finding.Place(path), seen: "\(profile.name) was valid until \(day(date)).",
                    change: "Make it anew on Apple's site, or have Xcode do it.")
            }
        },
        Rule(
            "profile_expires_soon", .warning, "The provisioning profile expires soon",
            why: "Builds that carry it stop working that day; those from the App Store do not."
        ) { subject in
            expiring(subject, within: 30).map { path, profile, date in
                Sighting(
                    place: Finding.Place(path), seen: "\(profile.name) is valid until \(day(date)).",
                    change: "Make it anew before that, and ship a build with it.")
            }
        },
        Rule(
            "profile_other_team", .error, "The provisioning profile is of another team",
            why: "Xcode signs with profiles of the team that the target names."
        ) { subject in
            read(subject).flatMap { path, profile in
                subject.configurations.compactMap { configuration in
                    guard let team = configuration.value("DEVELOPMENT_TEAM"), !team.isEmpty, !team.contains("$"),
                        !profile.teamID.isEmpty, team != profile.teamID
                    else { return nil }
                    return Sighting(
                        place: subject.place("DEVELOPMENT_TEAM", configuration),
                        seen: "\(profile.name) is of \(profile.teamID), the target of \(team).",
                        change: "Set DEVELOPMENT_TEAM to \(profile.teamID), or use a profile of \(team).")
                }
            }
        },
        Rule(
            "profile_groups", .error, "The provisioning profile lacks an app group that the app asks for",
            why: "The build is not signed then, or the group's folder cannot be reached."
        ) { subject in
            read(subject).flatMap { path, profile in
                subject.configurations.compactMap { configuration in
                    guard let id = configuration.bundleID, profile.covers(id) else { return nil }
                    let wanted = (configuration.entitlements.list?.strings(appGroupsKey) ?? []).map(
                        configuration.filled)
                    let missing = wanted.filter { !$0.contains("$") && !profile.appGroups.contains($0) }
                    guard !missing.isEmpty else { return nil }
                    return Sighting(
                        place: Finding.Place(path), seen: "\(profile.name) has no \(missing.joined(separator: ", ")).",
                        change: "Add the group to the app id on Apple's site and make the profile anew.")
                }
            }
        },
        Rule(
            "environment_mismatch", .error, "The sender sends to the other environment",
            why: "A token of the sandbox is unknown to production and the other way round: APNs answers BadDeviceToken."
        ) { subject in
            guard let target = subject.sendsTo else { return [] }
            return read(subject).filter { belongsToApp($0.1, subject) }.compactMap { path, profile in
                guard let environment = profile.environment, environment != target else { return nil }
                return Sighting(
                    place: Finding.Place(path),
                    seen:
                        "Builds with \(profile.name) get tokens of the \(environment), and the sender sends to \(target).",
                    change:
                        "Send to \(environment) for these builds: development builds get sandbox tokens, TestFlight and "
                        + "store builds production tokens.")
            }
        },
    ]

    private static func read(_ subject: Subject) -> [(String, ProvisioningProfile)] {
        subject.profiles.compactMap { evidence in (try? evidence.profile.get()).map { (evidence.path, $0) } }
    }

    private static func ids(_ subject: Subject) -> [String] {
        (subject.configurations + extensionConfigurations(subject).map(\.1)).compactMap(\.bundleID)
    }

    /// Whether a profile is the app's, not that of one of its extensions, which need no pushes.
    private static func belongsToApp(_ profile: ProvisioningProfile, _ subject: Subject) -> Bool {
        subject.app == nil || profile.isWildcard
            || subject.configurations.compactMap(\.bundleID).contains(where: profile.covers)
    }

    /// Profiles that are no longer valid, or will not be within some days.
    private static func expiring(
        _ subject: Subject, within days: Double
    ) -> [(String, ProvisioningProfile, Date)] {
        read(subject).compactMap { path, profile in
            guard let date = profile.expires else { return nil }
            let left = date.timeIntervalSince(subject.now) / 86_400
            return (days == 0 ? left <= 0 : left > 0 && left <= days) ? (path, profile, date) : nil
        }
    }

    private static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}
