#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import Foundation
    import PushModel
    import Tidings
    import TidingsCore
    import Timekeeping

    /// The live connection: what happens to calls, told while the app is on the screen.
    @MainActor
    final class CallStream {
        private var work: Task<Void, Never>?
        /// Where to go on, and for whom that is.
        private var position: (subscriber: String, eventID: String)?

        nonisolated init() {}

        /// Listens until it is closed; a connection that breaks is made again.
        func open(for desk: CallDesk) {
            guard work == nil, let client = Tidings.client else { return }
            work = ProcessWork.start { [self, weak desk] in
                await listen(client) { notice in desk?.hear(live: notice) }
            }
        }

        private func listen(_ client: PushClient, _ tell: @MainActor (CallNotice) -> Void) async {
            var pause = Self.shortestPause
            while !Task.isCancelled {
                let hasHeard = await listenOnce(client, tell)
                pause = hasHeard ? Self.shortestPause : min(pause + pause, Self.longestPause)
                guard (try? await ProcessWork.time.sleep(for: pause)) != nil else { return }
            }
        }

        /// Listens no more.
        func close() {
            work?.cancel()
            work = nil
        }

        private static let shortestPause = Duration.seconds(1)
        private static let longestPause = Duration.seconds(30)
        /// How long to wait for somebody to be authenticated before looking again.
        private static let patience = Duration.seconds(600)

        /// Listens to one connection until it ends; whether anything came.
        private func listenOnce(_ client: PushClient, _ tell: @MainActor (CallNotice) -> Void) async -> Bool {
            guard let install = await client.authenticatedInstall(within: Self.patience), !Task.isCancelled,
                let subscriber = await install.session?.registration.subscriber.id
            else { return false }
            var hasHeard = false
            var parser = ServerEventParser()
            do {
                let eventID = position.flatMap { $0.subscriber == subscriber ? $0.eventID : nil }
                for try await piece in try await install.callEvents(after: eventID) {
                    hasHeard = true
                    for event in try parser.take(piece) {
                        if let id = event.id { position = (subscriber, id) }
                        guard event.name == "call", let value = try? JSONValue(parsing: event.data),
                            let notice = CallNotice(received: value)
                        else { continue }
                        tell(notice)
                    }
                }
            } catch {
                // The server does not know the place any more: begin again.
                if case .rejected? = error as? APIFailure { position = nil }
            }
            return hasHeard
        }
    }

    extension CallDesk {
        /// Takes what the live connection tells.
        fileprivate func hear(live notice: CallNotice) {
            notice.event == .ring ? ring(notice, source: .liveConnection) : take(notice)
        }
    }
#endif
