#if !os(macOS) && !os(watchOS) && !os(tvOS)
    public import PushModel

    /// What an app hears of its calls; every method is called on the main thread, and none has to be there.
    @MainActor
    public protocol CallsDelegate: AnyObject {
        /// A call rings, and the system shows it.
        ///
        /// Called from within PushKit's callback, before it returns: what the app prepares here is there when the person
        /// answers.
        func callDidStartRinging(_ call: IncomingCall)
        /// The call that is about to ring is one of a group.
        func callDidReceiveInvitation(_ call: IncomingCall)
        /// A call was turned away because another one goes on.
        func callWasTurnedAway(_ call: IncomingCall, ongoing: IncomingCall)
        /// The person opened the notification of a call that still rings.
        func callWasOpened(_ call: IncomingCall)
        /// Both sides hear each other.
        func callDidConnect(_ call: IncomingCall)
        /// A call is over.
        func callDidEnd(_ call: IncomingCall, _ end: CallEnd)
        /// Nobody answered a call; also told of one that did not ring here.
        func callWasMissed(_ notice: CallNotice)
        /// Calls are reported late, or not at all, and the system may stop starting the app for them.
        func callsWarn(_ warning: CallWarning)
    }

    extension CallsDelegate {
        /// Does nothing.
        public func callDidStartRinging(_ call: IncomingCall) {}
        /// Does nothing.
        public func callDidReceiveInvitation(_ call: IncomingCall) {}
        /// Does nothing.
        public func callWasTurnedAway(_ call: IncomingCall, ongoing: IncomingCall) {}
        /// Does nothing.
        public func callWasOpened(_ call: IncomingCall) {}
        /// Does nothing.
        public func callDidConnect(_ call: IncomingCall) {}
        /// Does nothing.
        public func callDidEnd(_ call: IncomingCall, _ end: CallEnd) {}
        /// Does nothing.
        public func callWasMissed(_ notice: CallNotice) {}
        /// Does nothing.
        public func callsWarn(_ warning: CallWarning) {}
    }
#endif
