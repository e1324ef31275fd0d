package import Foundation

#if os(Linux)
    import ProcessLocal
#endif

/// Finds the folder that an app and its extension share, and the app's own one as the next best.
package enum SharedFolder {
    /// The group that is used where the app names none: `group.` and the app's bundle id.
    package static var defaultGroup: String { "group." + appBundleID }

    /// The client's folder in the container of an app group; in the app's own container if the group is missing.
    ///
    /// Without the group the extension's receipts do not reach the app; `isShared` tells. A Mac names a folder for any
    /// group, also for one that the app is not entitled to, so there it tells nothing.
    package static func locate(group: String) -> (folder: URL, isShared: Bool) {
        let shared = groupContainer(group)
        return ((shared ?? ownContainer).appendingPathComponent("Tidings", isDirectory: true), shared != nil)
    }

    #if os(Linux)
        /// The bundle id of the app, also within its extension.
        package static var appBundleID: String { SimulatedProcess.current.identity.appBundleIdentifier }

        private static func groupContainer(_ group: String) -> URL? {
            SimulatedProcess.current.containers.group(group)
        }

        private static var ownContainer: URL { SimulatedProcess.current.containers.home }
    #else
        /// The bundle id of the app, also within its extension.
        package static var appBundleID: String {
            let own = Bundle.main.bundleIdentifier ?? "unknown"
            guard Bundle.main.bundleURL.pathExtension == "appex" else { return own }
            // An extension's id is the app's with one more component.
            return own.split(separator: ".").dropLast().joined(separator: ".")
        }

        private static func groupContainer(_ group: String) -> URL? {
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        }

        private static var ownContainer: URL {
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
                ?? FileManager.default.temporaryDirectory
        }
    #endif
}
