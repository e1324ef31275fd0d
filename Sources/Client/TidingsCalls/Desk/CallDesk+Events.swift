#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import CallKit
    import Foundation
    import PushModel
    import Tidings
    import TidingsCore
    import Timekeeping

    extension CallDesk {
        /// Hears of what reached the client.
        func hear(_ news: CallIntake.News) {
            switch news {
            case .notice(let notice, let way): hear(notice, way)
            case .becameActive:
                register()
                ProcessWork.start { [weak self] in await self?.retrieve() }
                if configuration.usesLiveConnection { live.open(for: self) }
            case .enteredBackground: live.close()
            }
        }

        /// The app is about to end, and its calls with it.
        func endAll() {
            for current in book.calls { finish(current.call.id, .completed, telling: .end) }
        }

        private func hear(_ notice: CallNotice, _ way: CallIntake.Way) {
            guard notice.event == .ring else { return take(notice) }
            ring(notice, source: .notification)
            guard way == .opened, let id = UUID(uuidString: notice.id), let call = book[id]?.call else { return }
            tell { $0.callWasOpened(call) }
        }

        /// A call rings, as something else than a push of PushKit says.
        func ring(_ notice: CallNotice, source: IncomingCall.Source) {
            guard let call = IncomingCall(notice, source: source, ringLimit: ringLimit, now: time.now) else { return }
            announce(call)
        }

        /// Takes what happened to a call, however it was told; told twice it counts once.
        func take(_ notice: CallNotice) {
            guard let id = UUID(uuidString: notice.id) else { return }
            if notice.event == .missed { miss(notice) }
            guard let end = book.meaning(of: notice, here: deviceID) else { return }
            if book[id] == nil {
                // A ring that comes after its end, as pushes may, has to know.
                book.end(id, end)
                remember(id, end)
            } else {
                finish(id, end)
            }
        }

        private var deviceID: String? {
            guard let file = openEnvironment()?.container.session, case .session(let session) = Session.read(from: file)
            else { return nil }
            return session.speaker.deviceID
        }

        private func miss(_ notice: CallNotice) {
            guard let environment = openEnvironment() else { return tell { $0.callWasMissed(notice) } }
            let ledger = ClaimLedger(folder: environment.container.claims)
            if ledger.claim(.wake, message: "missed-\(notice.id)") == .first { tell { $0.callWasMissed(notice) } }
        }

        // MARK: Ends

        /// Ends a call that goes on: the system, the media and the app hear of it, and the server if it has to.
        func finish(_ id: UUID, _ end: CallEnd, telling word: APIClient.CallWord? = nil, byPerson: Bool = false) {
            guard let current = book.end(id, end) else { return }
            stopTimer(id)
            connecting.removeValue(forKey: id)?.cancel()
            remember(id, end)
            if !byPerson, let reason = end.reason { provider.reportCall(with: id, endedAt: nil, reason: reason) }
            media.removeValue(forKey: id)?.disconnect()
            tell { $0.callDidEnd(current.call, end) }
            if let word { say(word, id, reason: end == .completed || end == .declined ? nil : end.rawValue) }
        }

        /// Ends a call that was only reported because a push demanded it.
        func close(_ call: IncomingCall, _ end: CallEnd) {
            provider.reportCall(with: call.id, endedAt: nil, reason: end.reason ?? .failed)
            book.end(call.id, end)
            remember(call.id, end)
        }

        /// How an earlier launch saw a call end.
        func earlierEnd(of id: UUID) -> CallEnd? {
            guard let environment = openEnvironment() else { return nil }
            return ClaimLedger(folder: environment.container.claims)
                .note(.callEnd, message: id.uuidString.lowercased()).map { CallEnd(rawValue: $0) ?? .unknown }
        }

        private func remember(_ id: UUID, _ end: CallEnd) {
            guard let environment = openEnvironment() else { return }
            let ledger = ClaimLedger(folder: environment.container.claims)
            ProcessWork.start { _ = ledger.claim(.callEnd, message: id.uuidString.lowercased(), note: end.rawValue) }
        }

        // MARK: The server

        /// How long a word about a call is worth saying, and the longest pause before it is said again.
        private static let wordLimit = Duration.seconds(60)
        private static let longestPause = Duration.seconds(8)

        /// Says something about a call, in background time where the app has left the screen, until it was heard or is old.
        func say(_ word: APIClient.CallWord, _ id: UUID, reason: String? = nil) {
            guard let client = Tidings.client else { return }
            ProcessWork.start { [self] in
                await client.stayAwake { [self] in await say(word, id, reason, by: client) }
            }
        }

        private func say(_ word: APIClient.CallWord, _ id: UUID, _ reason: String?, by client: PushClient) async {
            let deadline = time.uptime + Self.wordLimit
            guard let install = await client.authenticatedInstall(within: Self.wordLimit) else { return }
            var pause = Duration.seconds(1)
            while true {
                // That it rings is no news once it does not.
                if word == .ringing, book[id]?.phase != .ringing { return }
                do throws(APIFailure) {
                    let notice = try await install.tell(word, call: id.uuidString.lowercased(), reason: reason)
                    if word == .ringing, notice.event != .ring { take(notice) }
                    return
                } catch {
                    if word == .ringing, case .rejected(410, _) = error { finish(id, .canceled) }
                    if word == .ringing, case .rejected(409, _) = error { finish(id, .otherDeviceAccepted) }
                    guard error.isTemporary, time.uptime + pause < deadline else { return }
                }
                guard (try? await time.sleep(for: pause)) != nil else { return }
                pause = min(pause + pause, Self.longestPause)
            }
        }

        /// Asks the server for calls that ring: a push may be late or lost.
        func retrieve() async {
            guard let install = await Tidings.client?.currentInstall() else { return }
            for notice in (try? await install.calls(.ringing)) ?? [] where notice.event == .ring {
                ring(notice, source: .retrieval)
            }
        }
    }
#endif
