/// Why the simulator could not do what it was asked for.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
    /// The kind of fault, stable for programs.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The stable name in snake case.
        public let description: String

        /// Creates a code from its stable name.
        public init(_ description: String) { self.description = description }

        /// `start()` was called twice.
        public static let alreadyRunning = Code("already_running")
        /// The folder for the certificate cannot be written.
        public static let cannotWrite = Code("cannot_write")
        /// A port is taken, or its address is not of this machine.
        public static let cannotListen = Code("cannot_listen")
        /// There is no device with this id.
        public static let unknownDevice = Code("unknown_device")
        /// The device holds no such token.
        public static let unknownToken = Code("unknown_token")
        /// There is no channel with this id.
        public static let unknownChannel = Code("unknown_channel")
        /// It needs the ports, which are closed.
        public static let notRunning = Code("not_running")
        /// There are as many faults or events as there may be.
        public static let limitReached = Code("limit_reached")
        /// A value given to the simulator has a wrong form.
        public static let invalidValue = Code("invalid_value")
    }

    /// The kind of fault.
    public let code: Code
    /// The file, id or value, without secrets.
    public let detail: String
    /// What caused it, if another error did.
    public let underlying: (any Error)?

    /// Creates an error.
    public init(_ code: Code, detail: String = "", underlying: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.underlying = underlying
    }

    /// A sentence for people.
    public var description: String {
        switch code {
        case .alreadyRunning: "The simulated APNs runs already. Stop it first, or make another one."
        case .cannotWrite: "Cannot write \(detail). Choose a folder that this user may write to."
        case .unknownDevice:
            "There is no device \(detail). Add it first; devices are forgotten when the simulator ends."
        case .unknownToken: "The device holds no token \(detail). Register the app on it first."
        case .unknownChannel: "There is no channel \(detail). Create it over the channel port first."
        case .notRunning: "The simulated APNs does not run. Start it first."
        default: "\(detail)"
        }
    }
}
