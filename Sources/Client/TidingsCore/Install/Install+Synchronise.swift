import Foundation

extension Install {
    /// How a pass ended.
    package enum SynchroniseOutcome: Sendable, Equatable {
        /// The server has everything.
        case upToDate
        /// As `upToDate`, but the token is dead, as the server says or its silence does: ask APNs for another.
        case needsToken
        /// The network or the server asks to come later.
        case postponed(retryAfter: Duration?)
        /// The server refuses the registration until something changes.
        case refused
        /// The phone was not unlocked yet; nothing was done.
        case locked

        /// What a failure makes of a pass.
        init(after failure: APIFailure) {
            switch failure {
            case .unreachable, .redirected: self = .postponed(retryAfter: nil)
            case .temporary(_, let retryAfter): self = .postponed(retryAfter: retryAfter)
            case .rejected: self = .refused
            }
        }
    }

    /// The most rounds of one pass; a bound against a server that contradicts itself.
    private static let roundLimit = 12

    /// Brings the server up to date: events of earlier subscribers, farewells, the registration, events, messages.
    ///
    /// Passes never overlap: a call during a pass waits for it and then makes one of its own. The order matters: once
    /// the device belongs to the next person, nothing can be said for the previous one.
    package func synchronise() async -> SynchroniseOutcome {
        guard open() else { return .locked }
        await beginSynchronising()
        defer { endSynchronising() }
        let sender = EventSender(journal: journal, log: log)
        var needsToken = false
        for _ in 0..<Self.roundLimit {
            guard let session, let device else { return .locked }
            let step = session.registration.nextStep(
                for: device, registersAnonymously: environment.registersAnonymously)
            if step != .none {
                let early = await sender.flush(api: api(for: session), onlyOthers: true) { await self.session }
                if case .postponed(let retryAfter) = early { return .postponed(retryAfter: retryAfter) }
                if let failure = await sendProfile(session: session, onlyOthers: true) { return .init(after: failure) }
            }
            let failure: APIFailure?
            switch step {
            case .merge(let merge):
                failure = await self.merge(merge, session: session)
            case .unregister(let farewell):
                failure = await unregister(farewell, session: session)
            case .register(let device, let deviceID):
                failure = await register(device, deviceID: deviceID, session: session, needsToken: &needsToken)
            case .none:
                let outcome = await finish(session: session, sender: sender)
                if let outcome { return outcome == .upToDate && needsToken ? .needsToken : outcome }
                continue
            }
            if let failure { return .init(after: failure) }
        }
        return .postponed(retryAfter: nil)
    }

    private func merge(_ merge: Registration.Merge, session: Session) async -> APIFailure? {
        do throws(APIFailure) {
            try await api(for: session).identify(
                merge.anonymousID, as: .init(subscriber: merge.subscriber, deviceID: merge.deviceID))
        } catch {
            guard !error.isTemporary else { return error }
            if case .rejected(401, _) = error, merge.subscriber.id == self.session?.registration.subscriber.id {
                log(.error, "The server refuses the identity; call identify with a fresh hash")
                change { $0.registration.refuse() }
                return error
            }
            // The anonymous id was somebody's, or the person is not proved to be who they were: it stays apart.
            log(.warning, "The server did not join an anonymous past", ("reason", error.summary))
        }
        change { $0.registration.confirm(merge) }
        return nil
    }

    private func unregister(_ farewell: Registration.Farewell, session: Session) async -> APIFailure? {
        do throws(APIFailure) {
            try await api(for: session).unregister(
                as: .init(subscriber: farewell.subscriber, deviceID: farewell.deviceID))
        } catch {
            guard !error.isTemporary else { return error }
            // Refused means that the device is gone or belongs to somebody else: both are what the farewell wanted.
            log(.info, "A logout was already known to the server", ("reason", error.summary))
        }
        change { $0.registration.confirm(farewell) }
        return nil
    }

    private func register(
        _ device: DeviceRegistration, deviceID: String?, session: Session, needsToken: inout Bool
    ) async -> APIFailure? {
        let subscriber = session.registration.subscriber
        do throws(APIFailure) {
            let answer = try await api(for: session).register(
                device, as: .init(subscriber: subscriber, deviceID: deviceID))
            var isTokenDead = false
            change { isTokenDead = $0.registration.confirm(answer, of: device, by: subscriber) }
            needsToken = needsToken || isTokenDead
            if let key = device.encryption?.keyId { confirmKey(key) }
            registrationFailure = nil
            return nil
        } catch {
            registrationFailure = error
            if case .redirected = error {
                log(.error, "The server's address leads to another one, not followed", ("reason", error.summary))
            }
            if error.isUnknownDevice, deviceID != nil {
                change { $0.registration.forgetDevice() }
                return nil
            }
            if !error.isTemporary {
                log(.error, "The server refused to register this device", ("reason", error.summary))
                change { $0.registration.refuse() }
            }
            return error
        }
    }

    /// Sends the events and reads the messages; nil if the registration has to be looked at again.
    private func finish(session: Session, sender: EventSender) async -> SynchroniseOutcome? {
        // Twice: what the messages bring, such as a plan whose push was lost, is told in the same pass.
        for isHistoryRead in [false, true] {
            switch await sender.flush(api: api(for: session), session: { await self.session }) {
            case .drained: break
            case .postponed(let retryAfter): return .postponed(retryAfter: retryAfter)
            case .unauthorized:
                log(.error, "The server refused the identity; call identify with a fresh hash")
                return .refused
            case .unknownDevice:
                change { $0.registration.forgetDevice() }
                return nil
            }
            guard session.registration.confirmation != nil else { return .refused }
            guard !isHistoryRead, let failure = await readHistory(session: session) else { continue }
            if failure.isTemporary { return .init(after: failure) }
            if failure.isUnknownDevice {
                change { $0.registration.forgetDevice() }
                return nil
            }
        }
        if let failure = await sendProfile(session: session) { return .init(after: failure) }
        let hasNews = self.session?.historyCursor != session.historyCursor
        return hasNews && hasFallenSilent() ? .needsToken : .upToDate
    }
}
