extension NotifyKitOptions {
    /// What the sender wants to be seen and heard of a notification that comes while the app is on the screen.
    ///
    /// From `ios.foregroundPresentationOptions`; what is not named there is off.
    public struct Foreground: Sendable, Hashable {
        /// Shows it at the top of the screen.
        public var showsBanner: Bool
        /// Puts it into the list of notifications.
        public var showsInList: Bool
        /// Plays its sound.
        public var playsSound: Bool
        /// Sets the number on the icon.
        public var setsBadge: Bool

        /// Reads the options of iOS; nil if they say nothing about it.
        init?(_ ios: JSONObject) {
            guard let wanted = ios["foregroundPresentationOptions"]?.object else { return nil }
            func isOn(_ key: String) -> Bool { wanted[key]?.bool == true }
            // The older `alert` means both, and nothing where one of its successors is asked for.
            let isAlert = isOn("alert") && !isOn("banner") && !isOn("list")
            showsBanner = isOn("banner") || isAlert
            showsInList = isOn("list") || isAlert
            playsSound = isOn("sound")
            setsBadge = isOn("badge")
        }
    }
}
