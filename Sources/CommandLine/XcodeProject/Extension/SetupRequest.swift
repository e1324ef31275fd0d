package import Foundation

/// What is asked for: which extension, for which app, from which package.
package struct SetupRequest: Sendable, Equatable {
    /// Where the package or the pods come from.
    package enum Source: Sendable, Equatable {
        /// A checkout.
        case folder(URL)
        /// A repository, with the version that counts.
        case repository(String, Requirement)
    }

    /// Which version of a repository counts.
    package enum Requirement: Sendable, Equatable {
        /// This version or a later one without breaking changes.
        case version(String)
        /// A branch.
        case branch(String)
        /// One commit.
        case revision(String)
    }

    /// The app's target; may be nil if there is one app only.
    package var appTarget: String?
    /// The name of the extension's target and folder.
    package var targetName = "NotificationServiceExtension"
    /// What the extension's bundle id has after the app's.
    package var bundleSuffix = ".NotificationService"
    /// The app group; `group.` and the app's bundle id if nil.
    package var appGroup: String?
    /// Where the client comes from.
    package var source: Source
    /// Whether it comes through CocoaPods; by default it does if a Podfile names the app and no source was chosen.
    package var usesPods: Bool?
    /// Whether an extension that is there already is changed.
    package var force = false

    /// Asks for the usual extension.
    package init(source: Source) { self.source = source }

    /// Refuses names that are no names, before anything is read.
    package func check() throws(ProjectError) {
        guard targetName.wholeMatch(of: /[A-Za-z0-9_.\-]{1,100}/) != nil, !targetName.hasPrefix("."),
            !targetName.hasPrefix("-")
        else {
            throw ProjectError(
                .invalidName,
                "The target's name may have letters, digits, \"_\", \"-\" and \".\" only, not \"\(targetName.prefix(120))\"."
            )
        }
        guard !Self.modules.contains(targetName) else {
            throw ProjectError(.invalidName, "\(targetName) is a module of the package. Choose another --target-name.")
        }
        guard bundleSuffix.wholeMatch(of: /\.[A-Za-z0-9\-]{1,100}/) != nil else {
            throw ProjectError(
                .invalidName,
                "The bundle id's suffix is a dot and one part of letters, digits and \"-\", such as .NotificationService, not "
                    + "\"\(bundleSuffix.prefix(120))\": the extension finds the app's groups by its id without the last part."
            )
        }
        if let appGroup, appGroup.wholeMatch(of: /group\.[A-Za-z0-9.\-_$()]{1,200}/) == nil {
            throw ProjectError(.invalidName, "An app group begins with \"group.\", unlike \"\(appGroup.prefix(120))\".")
        }
    }

    /// The modules of the package that an app is linked with.
    static let modules = [
        "Locking", "Timekeeping", "PushModel", "PushCrypto", "TidingsCore", "TidingsNotifications", "Tidings",
        "TidingsServiceExtension", "TidingsUI",
    ]
}

extension SetupRequest.Source {
    /// Reads `URL@VERSION` or a path.
    ///
    /// - Throws: ``ProjectError`` with code `invalid_package`.
    package init(_ text: String, relativeTo folder: URL) throws(ProjectError) {
        let isRemote = text.contains("://") || text.wholeMatch(of: /[A-Za-z0-9_.\-]+@[A-Za-z0-9_.\-]+:.+/) != nil
        guard isRemote else {
            let path = URL(fileURLWithPath: text, relativeTo: folder).standardizedFileURL
            guard FileManager.default.fileExists(atPath: path.appendingPathComponent("Package.swift").path) else {
                throw ProjectError(
                    .invalidPackage, "There is no Package.swift in \(path.path). Give the checkout of the package.")
            }
            self = .folder(path)
            return
        }
        guard let at = text.lastIndex(of: "@"), !text[at...].contains("/"), !text[at...].contains(":"),
            at > text.startIndex,
            text.index(after: at) < text.endIndex
        else {
            throw ProjectError(
                .invalidPackage, "The package's address needs a version: URL@1.0.0, URL@branch or URL@commit.")
        }
        let url = String(text[..<at])
        let version = String(text[text.index(after: at)...])
        guard url.wholeMatch(of: /[A-Za-z0-9_.:\/@~%+\-]+/) != nil, url.wholeMatch(of: /https?:\/\/[^\/]*@.*/) == nil
        else {
            throw ProjectError(
                .invalidPackage, "The package's address has characters that do not belong there, or a password.")
        }
        guard version.wholeMatch(of: /[A-Za-z0-9_.+\-]+/) != nil else {
            throw ProjectError(
                .invalidPackage, "\"\(version.prefix(60))\" is neither a version nor a branch nor a commit.")
        }
        if version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+([\-+].*)?/) != nil {
            self = .repository(url, .version(version))
        } else if version.wholeMatch(of: /[0-9a-f]{40}/) != nil {
            self = .repository(url, .revision(version))
        } else {
            self = .repository(url, .branch(version))
        }
    }

    /// The source in one line, for the record.
    func text(root: URL) -> String {
        switch self {
        case .folder(let url): SourcePath.relative(from: root, to: url)
        case .repository(let url, let requirement): "\(url)@\(requirement)"
        }
    }
}

extension ProjectError.Code {
    /// A name that was chosen cannot be one.
    package static let invalidName = Self(rawValue: "invalid_name")
    /// The package is not there, or its address is none.
    package static let invalidPackage = Self(rawValue: "invalid_package")
}
