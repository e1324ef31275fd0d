public import Foundation
public import Timekeeping

extension APNsSimulator {
    /// Which of Apple's two services a port stands for.
    public enum Environment: String, Sendable, Hashable, Codable, CaseIterable {
        /// `api.push.apple.com`.
        case production
        /// `api.sandbox.push.apple.com`; its answers carry `apns-unique-id`.
        case sandbox
    }

    /// How many requests a connection may have open at once, and how rejections change that.
    ///
    /// A connection starts with one stream until its first accepted request. Observed by operators of senders: rejections
    /// take the number back to one, an accepted request gives it back, and too many rejections end the connection.
    public struct StreamRules: Sendable, Hashable {
        /// Streams after the first accepted request.
        ///
        /// Defaults to 1000.
        public var limit: Int = 1000
        /// Rejections in a row after which one stream is left; nil for never.
        ///
        /// Defaults to 10.
        ///
        /// A `BadDeviceToken` counts twice; 410 and 5xx do not count.
        public var rejectionsToCollapse: Int? = 10
        /// Rejections in a row after which the server says GOAWAY; nil for never.
        ///
        /// Defaults to 200.
        public var rejectionsToDisconnect: Int? = 200

        /// Creates the default rules.
        public init() {}
    }

    /// Everything that can be set before the simulator starts.
    public struct Configuration: Sendable {
        /// Address that all ports listen on.
        ///
        /// Defaults to `127.0.0.1`.
        public var host: String = "127.0.0.1"
        /// Port of the production service; 0 takes a free one.
        ///
        /// Defaults to 0.
        public var productionPort: Int = 0
        /// Port of the sandbox service; 0 takes a free one.
        ///
        /// Defaults to 0.
        public var sandboxPort: Int = 0
        /// Port of the control API; 0 takes a free one.
        ///
        /// Defaults to 0.
        public var controlPort: Int = 0
        /// Port of production's channel management; 0 takes a free one.
        ///
        /// Defaults to 0. Apple's is 2196.
        public var productionChannelsPort: Int = 0
        /// Port of the sandbox's channel management; 0 takes a free one.
        ///
        /// Defaults to 0. Apple's is 2195.
        public var sandboxChannelsPort: Int = 0
        /// A second port of the production service, as Apple's 2197; 0 takes a free one, nil opens none.
        ///
        /// Defaults to nil.
        public var productionAlternativePort: Int?
        /// A second port of the sandbox; 0 takes a free one, nil opens none.
        ///
        /// Defaults to nil.
        public var sandboxAlternativePort: Int?
        /// Folder for `ca.pem`; nil for a new temporary folder, which `stop()` removes.
        ///
        /// Defaults to nil.
        public var dataDirectory: URL?
        /// Whether a provider token of an unregistered key passes if it is well formed.
        ///
        /// Defaults to false.
        public var acceptsAnyKey: Bool = false
        /// The clock for `iat`, expiry, timestamps and scripted delays.
        ///
        /// Defaults to the system's.
        public var time: any TimeSource = SystemTime()
        /// The stream rules.
        ///
        /// Defaults to Apple's, as far as they have been observed.
        public var streams: StreamRules = StreamRules()
        /// How many threads serve the two HTTP/2 ports.
        ///
        /// Defaults to 1.
        public var threads: Int = 1
        /// How many requests the log keeps; older ones are forgotten.
        ///
        /// Defaults to 10,000.
        public var requestLogLimit: Int = 10_000
        /// How many bytes the requests in the log may take, roughly; older ones are forgotten.
        ///
        /// Defaults to 16 MiB.
        public var requestLogByteLimit: Int = 16 << 20
        /// How many pushes wait for one device's courier, and how many entries its screen holds.
        ///
        /// Defaults to 50,000.
        public var deviceLogLimit: Int = 50_000
        /// How many bytes the pushes that devices received may take, for all devices together and roughly.
        ///
        /// The oldest are forgotten, fetched or not, by courier and screen; what waits for an offline device is not.
        ///
        /// Defaults to 64 MiB: more than 80,000 pushes of 300 bytes.
        public var deviceLogByteLimit: Int = 64 << 20
        /// How many requests a device token may get in one second; nil for any number.
        ///
        /// More are answered `TooManyRequests`.
        ///
        /// Defaults to nil. Apple gives no number.
        public var requestsPerTokenAndSecond: Int?
        /// How long a connection may be without requests before GOAWAY with `IdleTimeout` ends it; nil for ever.
        ///
        /// Defaults to nil. Apple keeps connections for hours.
        public var idleTimeout: Duration?
        /// How many background pushes an app on a device is given in an hour; nil for any number.
        ///
        /// The device holds the newest of those beyond and hands it over when the hour allows it, or the app is opened.
        ///
        /// Defaults to 3.
        ///
        /// Source: Apple, "Pushing background updates to your App".
        public var backgroundPushesPerHour: Int? = 3
        /// How long pushes of priority 5 wait for a device at rest before they are handed over together.
        ///
        /// Defaults to 15 minutes. Apple gives no number.
        public var burstInterval: Duration = .seconds(900)
        /// How many broadcast channels an app may have in one environment.
        ///
        /// Defaults to 10,000.
        ///
        /// Source: Apple, "Sending channel management requests to APNs".
        public var channelLimit: Int = 10_000
        /// Seed of the generator behind faults with a probability.
        ///
        /// Defaults to 1.
        public var seed: UInt64 = 1

        /// Creates the default configuration: loopback, free ports, registered keys only.
        public init() {}
    }

    /// Where a started simulator can be reached.
    public struct Endpoints: Sendable, Hashable, Codable {
        /// Address of the production service, such as `https://localhost:40123`.
        public var productionURL: String
        /// Address of the sandbox service.
        public var sandboxURL: String
        /// Address of production's channel management.
        public var productionChannelsURL: String
        /// Address of the sandbox's channel management.
        public var sandboxChannelsURL: String
        /// Second address of the production service, if there is one.
        public var productionAlternativeURL: String?
        /// Second address of the sandbox, if there is one.
        public var sandboxAlternativeURL: String?
        /// Address of the control API, such as `http://127.0.0.1:40125`.
        public var controlURL: String
        /// Path of the PEM file with the certificate authority that clients have to trust.
        public var caFile: String
    }
}
