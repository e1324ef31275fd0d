#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import CallKit
    import Foundation
    import PushKit
    import PushModel
    import Tidings
    import TidingsCore
    import Timekeeping
    import TidingsNotifications

    extension CallDesk: PKPushRegistryDelegate {
        nonisolated func pushRegistry(
            _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
        ) {
            guard type == .voIP else { return }
            let token = try? DeviceToken(pushCredentials.token)
            MainActor.assumeIsolated { Tidings.client?.setCallToken(isMicrophoneDenied ? nil : token) }
        }

        nonisolated func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
            guard type == .voIP else { return }
            Tidings.client?.setCallToken(nil)
        }

        nonisolated func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
            completion: @escaping @Sendable () -> Void
        ) {
            let userInfo = Carried(payload.dictionaryPayload)
            MainActor.assumeIsolated { receive(userInfo.object, completion) }
        }

        #if compiler(>=6.3)
            // From iOS 26.4 on; what is reported without being owed does no harm, so the metadata changes nothing.
            nonisolated func pushRegistry(
                _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
                metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
            ) {
                let userInfo = Carried(payload.dictionaryPayload)
                MainActor.assumeIsolated { receive(userInfo.object, completion) }
            }
        #endif

        /// Takes a push of a call: on every way out of here a call has been reported.
        func receive(_ userInfo: [AnyHashable: Any], _ completion: @escaping @Sendable () -> Void) {
            let push = Push(id: UUID(), came: time.uptime, completion: completion)
            ledger.open(push.id)
            switch CallReader(openEnvironment()).read(userInfo, now: time.now) {
            case .notice(let notice) where notice.event == .ring:
                guard let call = IncomingCall(notice, source: .push, ringLimit: ringLimit, now: time.now) else {
                    return reportPlaceholder(UUID(uuidString: notice.id), push, "no_caller")
                }
                announce(call, push)
            case .notice(let notice):
                // Only rings come this way from our server; what it says is taken all the same.
                reportPlaceholder(UUID(uuidString: notice.id), push, "not_a_ring")
                take(notice)
            case .otherSubscriber(let id): reportPlaceholder(id, push, "other_subscriber")
            case .unreadable(let id): reportPlaceholder(id, push, "unreadable")
            }
        }

        var ringLimit: TimeInterval { configuration.ringTimeout / .seconds(1) }

        /// A push whose report is owed.
        struct Push {
            let id: UUID
            let came: Duration
            let completion: @Sendable () -> Void
        }

        // MARK: Reports

        /// Lets a call ring, or reports it and ends it.
        func announce(_ call: IncomingCall, _ push: Push? = nil) {
            let verdict = book.announce(
                call, earlierEnd: earlierEnd(of: call.id), obstacle: isMicrophoneDenied ? .noMicrophone : nil,
                now: time.now)
            // What is known by another way needs no report, but what a push tells does.
            if push == nil, verdict.isNothingNew { return }
            switch verdict {
            case .ring(let call):
                report(call.id, update(call), push) { desk, error in desk.didRing(call, error) }
                if call.group != nil { tell { $0.callDidReceiveInvitation(call) } }
                tell { $0.callDidStartRinging(call) }
                startTimer(call)
            case .known(let call):
                report(call.id, update(call), push) { _, _ in }
            case .end(let call, let end):
                report(call.id, update(call), push) { _, _ in }
                close(call, end)
            case .turnAway(let call, let ongoing):
                report(call.id, update(call), push) { _, _ in }
                close(call, .declined)
                tell { $0.callWasTurnedAway(call, ongoing: ongoing) }
                say(.decline, call.id, reason: "busy")
            }
            if isMicrophoneDenied { register() }
        }

        /// Reports a call of which nothing is known that could be shown, and ends it.
        private func reportPlaceholder(_ id: UUID?, _ push: Push, _ reason: String) {
            // The UUID of a call that goes on would end that one.
            let id = id.flatMap { book[$0] == nil ? $0 : nil } ?? UUID()
            let update = CXCallUpdate()
            update.remoteHandle = CXHandle(type: .generic, value: configuration.unknownCallerName)
            update.localizedCallerName = configuration.unknownCallerName
            report(id, update, push) { _, _ in }
            provider.reportCall(with: id, endedAt: nil, reason: .failed)
            log(.error, "A push of a call could not be used; a call without a name was reported", ("reason", reason))
        }

        /// Reports a call to the system, which is what a push is paid with, and completes the push when it has heard of it.
        private func report(
            _ id: UUID, _ update: CXCallUpdate, _ push: Push?,
            _ then: @escaping @MainActor (CallDesk, (any Error)?) -> Void
        ) {
            provider.reportNewIncomingCall(with: id, update: update) { [weak self] error in
                let error = Carried(error)
                MainActor.assumeIsolated {
                    if let self { then(self, error.object) }
                    push?.completion()
                }
            }
            guard let push else { return }
            let delay = time.uptime - push.came
            ledger.close(push.id, after: delay)
            ProcessWork.start { [weak self] in await self?.saveLedger() }
            if delay >= configuration.reportDelayLimit {
                warn(.reportedLate(milliseconds: Int(delay / .milliseconds(1))))
            }
        }

        private func saveLedger() { ledger.save() }

        func update(_ call: IncomingCall) -> CXCallUpdate {
            let update = CXCallUpdate()
            update.remoteHandle = CXHandle(type: configuration.handleType, value: call.caller.handle)
            update.localizedCallerName = call.displayName
            update.hasVideo = call.hasVideo
            update.supportsHolding = configuration.maximumCallGroups > 1
            update.supportsGrouping = configuration.maximumCallsPerCallGroup > 1
            update.supportsUngrouping = configuration.maximumCallsPerCallGroup > 1
            return update
        }

        /// The system has answered whether it shows a call.
        private func didRing(_ call: IncomingCall, _ error: (any Error)?) {
            guard let error else { return say(.ringing, call.id) }
            // The person wants to hear of no call, or of none from this caller; their other devices go on ringing.
            log(.info, "The system does not show a call", ("code", "\((error as NSError).code)"))
            guard (error as NSError).code != 2 else { return say(.ringing, call.id) }
            stopTimer(call.id)
            if book.end(call.id, .none) != nil { tell { $0.callDidEnd(call, .none) } }
        }

        // MARK: The end of ringing

        private func startTimer(_ call: IncomingCall) {
            let rest = Duration.seconds(call.ringsUntil.timeIntervalSince(time.now))
            let time = time
            timers[call.id] = ProcessWork.start { [weak self] in
                guard (try? await time.sleep(for: rest)) != nil else { return }
                await self?.ringingEnds(call)
            }
        }

        func stopTimer(_ id: UUID) { timers.removeValue(forKey: id)?.cancel() }

        private func ringingEnds(_ call: IncomingCall) {
            guard book[call.id]?.phase == .ringing else { return }
            finish(call.id, .noAnswer)
        }
    }

    extension CallBook.Verdict {
        /// Whether there is nothing to be done about it unless a push has to be paid for.
        fileprivate var isNothingNew: Bool {
            switch self {
            case .known, .end: true
            case .ring, .turnAway: false
            }
        }
    }
#endif
