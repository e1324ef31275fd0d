package import Foundation
package import PushModel
import Timekeeping

/// This install's side of everything that is said to the server: who uses it, its token, its events, its messages.
///
/// Each change is on disk before anything goes over the network, and `synchronise` brings the server up to date with
/// whatever is on disk, in an order that loses nothing when another person logs in.
package actor Install {
    let environment: ClientEnvironment
    let journal: Journal
    let recorder: EventRecorder
    let log: ClientLog
    private let url: URL
    private let publishableKey: String
    private let changed: @Sendable (Session) -> Void
    /// Takes the pushes that bring or end plans and came with a page of the message history.
    let missed: @Sendable ([JSONObject]) async -> Void
    private var state: State = .closed
    /// Why the last registration failed; nil if it did not.
    package internal(set) var registrationFailure: APIFailure?
    /// What people chose; read from disk when it is first needed.
    var loadedProfile: ProfileOutbox?
    /// Topics whose choice the server refused since it was last made, with the reason.
    var refusedTopics: [String: String] = [:]
    private var isSynchronising = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    private enum State {
        /// Not opened yet, or the files cannot be read before the first unlock.
        case closed
        case open(Session, KeyRing?)
    }

    /// Prepares an install; nothing is read before `open`.
    ///
    /// Each change is told in the order of the changes. `missed` gets the pushes about plans that the history brings, those
    /// that arrived before too, and must not synchronise.
    package init(
        url: URL, publishableKey: String, environment: ClientEnvironment,
        missed: @escaping @Sendable ([JSONObject]) async -> Void = { _ in },
        changed: @escaping @Sendable (Session) -> Void = { _ in }
    ) {
        self.url = url
        self.missed = missed
        self.changed = changed
        self.publishableKey = publishableKey
        self.environment = environment
        log = environment.log
        journal = Journal(folder: environment.container.journal, log: environment.log)
        recorder = EventRecorder(journal: journal, time: environment.time)
    }

    // MARK: Opening

    /// Reads who this install is, or makes it a new one; false while the phone has not been unlocked since its start.
    @discardableResult
    package func open() -> Bool {
        if case .open = state { return true }
        let stored = Session.read(from: environment.container.session)
        let vault = environment.vault.read()
        // Before the first unlock nothing can be concluded: whoever guesses here makes the person a stranger.
        guard stored != .unavailable, vault != .unavailable else {
            log(.info, "The phone was not unlocked yet; the client waits")
            return false
        }
        var session: Session
        if case .session(let known) = stored {
            session = known
            session.url = url
            session.publishableKey = publishableKey
        } else {
            var generator = SystemRandomNumberGenerator()
            session = Session(
                url: url, publishableKey: publishableKey,
                registration: Registration(
                    installID: UUID().uuidString.lowercased(), subscriber: .anonymous(using: &generator)))
        }
        var ring = KeyRing.read(from: environment.vault)
        if session.hasStoredKeys, ring?.installID != session.registration.installID {
            // Keys never leave a phone. A session without its keys came out of a backup of another one.
            session.registration.becomeNewInstall(id: UUID().uuidString.lowercased())
            // But before the first unlock a Keychain finds nothing at all. It takes nothing then either, or, if it was
            // unlocked just now, has the keys after all.
            ring = makeRing(for: session, replacing: ring != nil)
            guard ring != nil else { return false }
        } else if ring?.installID != session.registration.installID {
            ring = makeRing(for: session)
        }
        session.hasStoredKeys = ring != nil
        state = .open(session, ring)
        save(session)
        journal.tidy(now: environment.time.now)
        ClaimLedger(folder: environment.container.claims).tidy(now: environment.time.now)
        return true
    }

    /// Without a usable Keychain the install works, but nothing can be encrypted for it.
    private func makeRing(for session: Session, replacing isReplacing: Bool = true) -> KeyRing? {
        do {
            let ring = try KeyRing(installID: session.registration.installID, now: environment.time.now)
            guard isReplacing else { return try ring.create(in: environment.vault) ? ring : nil }
            try ring.write(to: environment.vault)
            // What cannot be read back is of no use to the extension, and must not be promised to the server.
            guard KeyRing.read(from: environment.vault)?.installID == ring.installID else {
                throw TidingsError(.storage, detail: "the Keychain did not keep the item")
            }
            return ring
        } catch {
            log(.error, "No key for encrypted messages could be stored", ("error", "\(error)"))
            return nil
        }
    }

    // MARK: Changes

    /// The session as it stands; nil before `open`.
    package var session: Session? {
        guard case .open(let session, _) = state else { return nil }
        return session
    }

    /// Says who uses the app.
    package func identify(_ identity: SubscriberIdentity) {
        let known = session?.registration.subscriber
        change { $0.registration.identify(identity) }
        // An anonymous past brings its attributes along.
        if known?.id != identity.id, known?.isAnonymous == false { notePermission() }
    }

    /// Makes the install anonymous again; works offline, the server learns of it before anything else.
    package func logOut() {
        var generator = SystemRandomNumberGenerator()
        let next = SubscriberIdentity.anonymous(using: &generator)
        change { session in
            session.registration.logOut(next: next)
            session.historyCursor = nil
        }
        HistoryStore(file: environment.container.history).clear()
        notePermission()
    }

    /// The app wants no pushes on this device any more.
    package func optOut() { change { $0.registration.optOut() } }

    /// The app wants pushes, with a token that stands beside those of the person's other devices or takes their place.
    package func optIn(unique: Bool = false) { change { $0.registration.optIn(unique: unique) } }

    /// Takes the token that APNs handed out.
    package func receive(token: DeviceToken) {
        let environment = environment.pushEnvironment
        change { $0.registration.receive(.init(hex: token.hex, environment: environment)) }
    }

    /// Notes the permission, and tells the server of a change: as an event and as an attribute.
    package func observe(_ permission: NotificationPermission) {
        var isWorthAnEvent = false
        change { isWorthAnEvent = $0.registration.observe(permission) }
        guard isWorthAnEvent else { return }
        track("$permission.changed", data: ["status": .string(permission.rawValue)])
        notePermission()
    }

    /// Registers anew although nothing may have changed.
    package func insistOnRegistration() { change { $0.registration.insist() } }

    /// Adds a new key pair, if wanted only when the newest is worn; messages for the old one open for another 30 days.
    package func rotateKeys(onlyIfWorn isBound: Bool) {
        let now = environment.time.now
        guard case .open(let session, var ring?) = state, ring.isSettled, !isBound || ring.isWorn(now: now) else {
            return
        }
        do {
            try ring.rotate(now: now)
            try ring.write(to: environment.vault)
        } catch {
            return log(.error, "No new key for encrypted messages could be stored", ("error", "\(error)"))
        }
        state = .open(session, ring)
    }

    /// Records an event of the app, as of now if no moment is given.
    package func track(_ name: String, data: JSONObject, at moment: Date? = nil) {
        guard let session else { return log(.warning, "An event came before the client was open", ("event", name)) }
        do {
            try recorder.track(name, data: data, at: moment, session: session)
        } catch {
            log(.error, "An event could not be stored", ("event", name), ("error", "\(error)"))
        }
    }

    /// Records what became of a message.
    package func record(_ receipt: Receipt) {
        guard let session else { return }
        do {
            try recorder.record(receipt, session: session)
        } catch {
            log(.error, "A receipt could not be stored", ("kind", receipt.kind.rawValue), ("error", "\(error)"))
        }
    }

    func change(_ body: (inout Session) -> Void) {
        guard case .open(var session, let ring) = state else {
            return log(.warning, "A change came before the client was open; it is lost")
        }
        body(&session)
        state = .open(session, ring)
        save(session)
    }

    private func save(_ session: Session) {
        do {
            try session.write(to: environment.container.session)
        } catch {
            log(.error, "The session could not be stored", ("error", "\(error)"))
        }
        changed(session)
    }

    // MARK: Towards the server

    /// The registration that describes the install right now.
    var device: DeviceRegistration? {
        guard case .open(let session, let ring) = state else { return nil }
        return session.registration.device(
            facts: environment.facts(), environment: environment.pushEnvironment, encryption: ring?.registration)
    }

    func api(for session: Session) -> APIClient {
        APIClient(
            url: session.url, publishableKey: session.publishableKey, transport: environment.transport,
            time: environment.time, retry: environment.retry)
    }

    /// The server has the public half of a key pair: older pairs begin to retire.
    func confirmKey(_ id: String) {
        guard case .open(let session, var ring?) = state else { return }
        ring.confirm(id: id, now: environment.time.now)
        state = .open(session, ring)
        do {
            try ring.write(to: environment.vault)
        } catch {
            log(.warning, "The key ring could not be stored", ("error", "\(error)"))
        }
    }

    /// Waits until no pass is under way and starts one.
    func beginSynchronising() async {
        while isSynchronising { await withCheckedContinuation { waiters.append($0) } }
        isSynchronising = true
    }

    /// Ends a pass and lets those go on who wait for it.
    func endSynchronising() {
        isSynchronising = false
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }
}
