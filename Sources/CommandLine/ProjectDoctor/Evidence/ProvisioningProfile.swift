package import Foundation
import PushCrypto

/// A provisioning profile: which app it lets run, with which rights, on which devices, and until when.
package struct ProvisioningProfile: Sendable {
    /// Why a file is no profile.
    package struct Fault: Error, CustomStringConvertible, Sendable {
        /// A sentence that says what to do.
        package let description: String
    }

    /// For whom builds with the profile are.
    package enum Kind: String, Sendable {
        /// For the team's own devices, run from Xcode.
        case development
        /// For listed devices, without Xcode.
        case adHoc = "ad-hoc"
        /// For the devices of an organisation.
        case enterprise
        /// For TestFlight and the App Store.
        case appStore = "app-store"
    }

    /// A certificate that may sign builds with the profile.
    package struct Certificate: Sendable {
        /// The common name.
        package let name: String
        /// From when on it is no longer valid.
        package let expires: Date
    }

    /// The name on Apple's site.
    package let name: String
    /// The id of the profile.
    package let uuid: String
    /// The id of the team, ten characters.
    package let teamID: String
    /// The name of the team.
    package let teamName: String
    /// When it was made.
    package let created: Date?
    /// From when on it is no longer valid.
    package let expires: Date?
    /// The rights, as Apple wrote them.
    package let entitlements: [String: any Sendable]
    /// The identifiers of the devices; empty where the profile is not for listed ones.
    package let devices: [String]
    /// Whether it is for any device.
    package let isForAllDevices: Bool
    /// The certificates whose builds it lets run.
    package let certificates: [Certificate]
    /// Whether its signature belongs to what it says.
    package let isIntact: Bool

    /// Opens the bytes of a `.mobileprovision` or `.provisionprofile`.
    package init(_ bytes: [UInt8]) throws(Fault) {
        let container: SignedContainer
        do throws(CryptoError) {
            container = try SignedContainer(der: bytes)
        } catch {
            throw Fault(description: "It is no provisioning profile. Download it again from Apple's developer site.")
        }
        guard
            let list = try? PropertyListSerialization.propertyList(from: Data(container.content), format: nil)
                as? [String: any Sendable],
            let entitlements = list["Entitlements"] as? [String: any Sendable]
        else {
            throw Fault(description: "It is a signed file, but what was signed is no provisioning profile.")
        }
        self.entitlements = entitlements
        isIntact = container.isIntact
        name = list["Name"] as? String ?? ""
        uuid = list["UUID"] as? String ?? ""
        teamID =
            (list["TeamIdentifier"] as? [String])?.first
            ?? entitlements["com.apple.developer.team-identifier"] as? String ?? ""
        teamName = list["TeamName"] as? String ?? ""
        created = list["CreationDate"] as? Date
        expires = list["ExpirationDate"] as? Date
        devices = list["ProvisionedDevices"] as? [String] ?? []
        isForAllDevices = list["ProvisionsAllDevices"] as? Bool ?? false
        certificates = (list["DeveloperCertificates"] as? [Data] ?? []).compactMap { data in
            CertificateFacts(der: [UInt8](data)).map {
                Certificate(name: $0.name, expires: Date(timeIntervalSince1970: Double($0.expires)))
            }
        }
    }

    /// The team's prefix and the bundle id, such as `TEAM123456.com.example.app`; the id may end in a star.
    package var applicationID: String {
        entitlements["application-identifier"] as? String
            ?? entitlements["com.apple.application-identifier"] as? String ?? ""
    }

    /// The bundle id without the prefix; may end in a star.
    package var bundleID: String { applicationID.split(separator: ".", maxSplits: 1).last.map(String.init) ?? "" }

    /// Whether it is for many apps.
    package var isWildcard: Bool { bundleID.hasSuffix("*") }

    /// The value of `aps-environment`; nil if the profile gives no right to pushes.
    package var pushRight: String? {
        entitlements["aps-environment"] as? String
            ?? entitlements["com.apple.developer.aps-environment"] as? String
    }

    /// The environment of tokens in builds with the profile.
    package var environment: TokenEnvironment? { pushRight.flatMap { TokenEnvironment(entitlement: $0) } }

    /// The app groups.
    package var appGroups: [String] { entitlements["com.apple.security.application-groups"] as? [String] ?? [] }

    /// For whom builds with it are.
    package var kind: Kind {
        if isForAllDevices { return .enterprise }
        if devices.isEmpty { return .appStore }
        return entitlements["get-task-allow"] as? Bool == true ? .development : .adHoc
    }

    /// Whether it lets a bundle id run.
    package func covers(_ id: String) -> Bool {
        isWildcard ? id.hasPrefix(bundleID.dropLast()) : id == bundleID
    }
}

/// A file that is meant to be a provisioning profile.
package struct ProfileEvidence: Sendable {
    /// The file, as it was given.
    package let path: String
    /// What it is; or why it is none.
    package let profile: Result<ProvisioningProfile, ProvisioningProfile.Fault>

    /// Opens the bytes of a file.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        profile = Result { () throws(ProvisioningProfile.Fault) in try ProvisioningProfile(bytes) }
    }
}
