#if !os(macOS) && !os(watchOS) && !os(tvOS)
    /// The sound and picture of one call: the app's own media library behind a few words.
    ///
    /// It is made when the person answers, perhaps in an app that was started for the call and has shown nothing yet.
    @MainActor
    public protocol CallMedia: AnyObject {
        /// Connects; returns when the other side can be heard, and throws when that is not to be.
        ///
        /// It is given up after the time of the configuration.
        func connect() async throws
        /// The sound of the phone belongs to calls now: begin to record and play.
        func audioDidActivate()
        /// It does not any more: stop.
        func audioDidDeactivate()
        /// The microphone goes off or on.
        func setMuted(_ isMuted: Bool)
        /// The call waits, or goes on.
        func setHeld(_ isHeld: Bool)
        /// Tones are to be sent.
        func play(tones: String)
        /// The call is over; nothing more is called.
        func disconnect()
    }

    extension CallMedia {
        /// Does nothing.
        public func audioDidActivate() {}
        /// Does nothing.
        public func audioDidDeactivate() {}
        /// Does nothing.
        public func setMuted(_ isMuted: Bool) {}
        /// Does nothing.
        public func setHeld(_ isHeld: Bool) {}
        /// Does nothing.
        public func play(tones: String) {}
    }
#endif
