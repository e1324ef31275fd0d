#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import AVFAudio
    import CallKit
    import Foundation
    import PushKit
    import PushModel
    import Tidings
    import TidingsCore
    import TidingsNotifications
    import Timekeeping

    /// Joins PushKit, CallKit, the server and the app's media: whatever a push is, a call is reported for it.
    ///
    /// Everything is on the main thread, which both frameworks call on: the report is made before their callback returns.
    @MainActor
    final class CallDesk: NSObject {
        let configuration: CallsConfiguration
        let makeMedia: @MainActor (IncomingCall) -> any CallMedia
        let tell: (@MainActor (any CallsDelegate) -> Void) -> Void
        let provider: CXProvider
        let registry: PKPushRegistry
        let controller = CXCallController()
        let live = CallStream()
        var book: CallBook
        var ledger: ObligationLedger
        var media: [UUID: any CallMedia] = [:]
        /// The answers that are being carried out.
        var connecting: [UUID: Task<Void, Never>] = [:]
        /// What ends the ringing of each call.
        var timers: [UUID: Task<Void, Never>] = [:]
        var hasAudio = false
        /// Whether the app wants calls at all.
        var isWanted: Bool
        private var environment: ClientEnvironment?

        init(
            _ configuration: CallsConfiguration, isWanted: Bool,
            media: @escaping @MainActor (IncomingCall) -> any CallMedia,
            tell: @escaping (@MainActor (any CallsDelegate) -> Void) -> Void
        ) {
            self.configuration = configuration
            self.isWanted = isWanted
            makeMedia = media
            self.tell = tell
            provider = CXProvider(configuration: configuration.provider)
            registry = PKPushRegistry(queue: .main)
            book = CallBook(limit: configuration.maximumCallGroups)
            ledger = ObligationLedger(nil)
            super.init()
        }

        /// Takes its place; called while the app launches.
        func start() {
            provider.setDelegate(self, queue: .main)
            ledger = ObligationLedger(openEnvironment()?.container)
            let left = ledger.settleEarlier(now: time.now)
            registry.delegate = self
            // Without a microphone, too: the app may have been started for a push that is under way.
            if isWanted { registry.desiredPushTypes = [.voIP] }
            if left > 0 {
                warn(.unreported(count: ledger.obligations.unreported))
            }
            guard let intake = Tidings.client?.callIntake else { return }
            // The system says it on the main thread.
            intake.beforeEnd { [weak self] in MainActor.assumeIsolated { self?.endAll() } }
            ProcessWork.start { await intake.listen { [weak self] news in await self?.hear(news) } }
        }

        var time: any TimeSource { ProcessWork.time }

        /// The container and the Keychain; nil before the first unlock, and before `configure`.
        func openEnvironment() -> ClientEnvironment? {
            if environment == nil { environment = try? Tidings.client?.makeEnvironment() }
            return environment
        }

        /// Asks PushKit for pushes, or for none: a call without a microphone would be none.
        func register() {
            let types: Set<PKPushType> = isWanted && !isMicrophoneDenied ? [.voIP] : []
            guard registry.desiredPushTypes ?? [] != types else { return }
            registry.desiredPushTypes = types
            if types.isEmpty { Tidings.client?.setCallToken(nil) }
        }

        var isMicrophoneDenied: Bool { AVAudioSession.sharedInstance().recordPermission == .denied }

        func warn(_ warning: CallWarning) {
            switch warning {
            case .unreported(let count):
                log(
                    .error, "The app ended before it reported a call; the system may stop starting it for calls",
                    ("count", "\(count)"))
            case .reportedLate(let milliseconds):
                log(.warning, "A call was reported late", ("milliseconds", "\(milliseconds)"))
            }
            tell { $0.callsWarn(warning) }
        }

        func log(_ level: ClientLog.Level, _ message: String, _ fields: (name: String, value: String)...) {
            guard let environment = openEnvironment(), level >= environment.log.minimum else { return }
            environment.log.write(level, message, fields)
        }
    }
#endif
