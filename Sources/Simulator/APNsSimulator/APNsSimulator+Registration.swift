public import Foundation
import HTTP2
public import PushModel
import Locking
import Timekeeping

extension APNsSimulator {
    /// Registers a signing key, or replaces the one with its id.
    ///
    /// - Throws: `SimulatorError` when team or key id are not ten letters or digits, or the PEM is no P-256 public key.
    public func register(_ key: ProviderKey) throws { try core.keys.add(key) }

    /// Revokes a signing key: its tokens are answered `InvalidProviderToken` from now on.
    public func revokeKey(_ keyID: String) { _ = core.keys.removeKey(keyID) }

    /// Registers an app of a team: other teams may not push to it, nor connections that began before.
    ///
    /// Apps that are never registered may be pushed to by any team.
    public func registerApp(_ bundleID: String, teamID: String) { core.keys.addApp(bundleID, teamID: teamID) }

    /// Adds a device that is online and answers its id.
    public func addDevice(name: String = "") -> String { core.devices.addDevice(name: name).id }

    /// Takes a device off the network or brings it back, which hands it what was stored.
    public func setOnline(_ isOnline: Bool, device id: String) throws {
        try device(id).setOnline(isOnline, milliseconds: core.milliseconds)
        core.bell.ring()
    }

    /// Has a device save power, so that pushes of priority 5 and 1 wait, or ends that and hands them out.
    public func setSavingPower(_ isSaving: Bool, device id: String) throws {
        try device(id).setSavingPower(isSaving, milliseconds: core.milliseconds)
        core.bell.ring()
    }

    /// Has a device rest, or puts it into use, which hands it what waited for that.
    ///
    /// At rest, pushes of priority 5 wait for a while and come together; those of priority 1 come with others or not until
    /// the device is in use; each push of priority 10 wakes it for a moment.
    public func setAwake(_ isAwake: Bool, device id: String) throws {
        try device(id).change(milliseconds: core.milliseconds) { $0.isAwake = isAwake }
        core.bell.ring()
    }

    /// Sets how many background pushes each app of a device is given in an hour; nil for any number.
    public func setBackgroundPushesPerHour(_ count: Int?, device id: String) throws {
        try device(id).change(milliseconds: core.milliseconds) { $0.budget.limit = count }
        core.bell.ring()
    }

    /// Tells that an app was opened, which hands it the background push that was held for it.
    public func openApp(token: String, device id: String) throws {
        let device = try device(id)
        guard let bundleID = core.devices.bundleID(of: token.lowercased(), on: device) else {
            throw SimulatorError(.unknownToken, detail: "\(token.prefix(8))…")
        }
        device.openApp(bundleID, milliseconds: core.milliseconds)
        core.bell.ring()
    }

    /// Lets an app on a device show alerts, or has APNs discard them; the token stays valid.
    public func setEnabled(_ isEnabled: Bool, token: String, device id: String) throws {
        try device(id).setEnabled(isEnabled, token: token.lowercased())
    }

    /// Registers an app on a device and answers its token; the same one again while it stays installed.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - environment: The service that the token is for.
    ///   - kind: The push type whose topics the token serves; alert and background share one.
    ///   - id: The device.
    ///   - token: The token to use, hex; by default a random one of 32 bytes.
    /// - Returns: The token, lowercase hex.
    /// - Throws: `SimulatorError` for an unknown device or a token that is no hex.
    public func registerToken(
        _ bundleID: String, _ environment: Environment = .production, kind: PushType = .alert, device id: String,
        token: String? = nil
    ) throws -> String {
        let wanted: String?
        do {
            wanted = try token.map { try DeviceToken($0).hex }
        } catch {
            throw SimulatorError(.invalidValue, detail: "\(error)", underlying: error)
        }
        return core.devices.register(bundleID, environment, kind, on: try device(id), wanted: wanted)
    }

    /// Takes a token out of use, as uninstalling the app does.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - id: The device that holds it.
    ///   - reason: What later senders are told, with status 410.
    ///   - noticedAfter: For how long APNs goes on answering 200; by default not at all.
    /// - Throws: `SimulatorError` for an unknown device or token.
    public func unregister(
        _ token: String, device id: String, reason: Refusal.Reason = .unregistered, noticedAfter: Duration = .zero
    ) throws {
        let isKnown = core.devices.unregister(
            token.lowercased(), on: try device(id), reason: reason, milliseconds: core.milliseconds,
            noticedAfter: noticedAfter.wholeMilliseconds)
        guard isKnown else { throw SimulatorError(.unknownToken, detail: "\(token.prefix(8))…") }
    }

    /// Issues a client certificate for senders that use no provider tokens.
    ///
    /// - Parameters:
    ///   - bundleID: The app, or the topic of a device management certificate.
    ///   - teamID: The team.
    ///   - environments: The services it is good for.
    ///   - topics: The topics it lists; nil for one that stands for its bundle id.
    ///   - isExpired: Whether it is over already.
    /// - Returns: The certificate and its private key, each in PEM.
    /// - Throws: `SimulatorError` while the simulator does not run, or for texts that no certificate can hold.
    public func issueCertificate(
        bundleID: String, teamID: String = "TEAM123456", environments: Set<Environment> = [.production, .sandbox],
        topics: [String]? = nil, isExpired: Bool = false
    ) throws -> (certificatePEM: String, privateKeyPEM: String) {
        guard let authority = core.authority.withLock({ $0 }) else { throw SimulatorError(.notRunning) }
        guard TopicName(bundleID) != nil, topics?.allSatisfy({ TopicName($0) != nil }) ?? true,
            topics?.count ?? 0 <= 400
        else {
            throw SimulatorError(.invalidValue, detail: "The bundle id and the topics, 400 at most, have to be topics.")
        }
        var extensions: [String: [UInt8]] = [:]
        let null: [UInt8] = [0x05, 0x00]
        if environments.contains(.sandbox) { extensions[PushCertificate.sandboxMark] = null }
        if environments.contains(.production) { extensions[PushCertificate.productionMark] = null }
        if environments.count == 2 { extensions[PushCertificate.bothMark] = null }
        if let topics { extensions[PushCertificate.topicList] = DERTexts.write(topics) }
        do {
            let identity = try authority.issueClient(
                name: "Apple Push Services: \(bundleID)", userID: bundleID, organizationalUnit: teamID,
                extensions: extensions, days: isExpired ? -1 : 30)
            return (identity.certificateChainPEM, identity.privateKeyPEM)
        } catch {
            throw SimulatorError(.invalidValue, detail: "\(error)", underlying: error)
        }
    }

    /// Switches broadcasts of an app on or off; off deletes its channels.
    public func setBroadcasts(_ isEnabled: Bool, for bundleID: String) {
        core.channels.setEnabled(isEnabled, bundleID: bundleID)
    }

    /// The channels of an app in the order of their creation.
    public func channels(of bundleID: String, _ environment: Environment = .production) -> [Channel] {
        core.channels.channels(bundleID, environment)
    }

    /// Lets a device listen to a channel, which hands it the newest broadcast that is kept.
    ///
    /// - Throws: `SimulatorError` for an unknown device or channel.
    public func subscribe(
        device id: String, to channelID: String, of bundleID: String, _ environment: Environment = .production
    ) throws {
        let device = try device(id)
        let milliseconds = core.milliseconds
        let missed = core.channels.subscribe(device, to: channelID, bundleID, environment, now: milliseconds / 1000)
        guard let missed else { throw SimulatorError(.unknownChannel, detail: channelID) }
        for push in missed {
            device.receiveBroadcast(push, environment, keepsNewest: true, milliseconds: milliseconds)
        }
    }

    /// Ends a device's listening to a channel.
    public func unsubscribe(
        device id: String, from channelID: String, of bundleID: String, _ environment: Environment = .production
    ) throws {
        core.channels.unsubscribe(try device(id), from: channelID, bundleID, environment)
    }

    func device(_ id: String) throws(SimulatorError) -> Device {
        guard let device = core.devices.device(id) else { throw SimulatorError(.unknownDevice, detail: id) }
        return device
    }
}

// MARK: - Faults

extension APNsSimulator {
    /// Scripts a fault behind those that are there; the first that matches a request decides.
    ///
    /// - Returns: An id to take it back with.
    @discardableResult
    public func script(_ fault: Fault) -> Int {
        let uptime = core.configuration.time.uptime
        return core.withFaults { $0.add(fault, at: uptime) }
    }

    /// Takes a fault back; false when it is unknown or over.
    @discardableResult
    public func removeFault(_ id: Int) -> Bool { core.withFaults { $0.remove(id) } }

    /// Takes all faults back, and the events that have not happened yet.
    public func removeFaults() {
        core.withFaults { $0.removeAll() }
        core.timeline.cancel()
    }

    /// Scripts faults and events of JSON: an array of faults, or an object with `seed`, `faults` and `events`.
    ///
    /// - Parameters:
    ///   - json: The script.
    ///   - isReplacing: Whether it takes the place of all faults and events that are there.
    /// - Throws: `SimulatorError` with the place and the field that do not fit; then nothing is scripted.
    public func script(json: Data, isReplacing: Bool = false) throws {
        let (seed, faults, events) = try ScriptFile.read(json)
        let uptime = core.configuration.time.uptime
        let room = isReplacing ? ScriptFile.countLimit : ScriptFile.countLimit - core.timeline.count
        guard events.count <= room else { throw ScriptFile.tooMany("events") }
        let fits = core.withFaults { script in
            guard faults.count <= ScriptFile.countLimit - (isReplacing ? 0 : script.active.count) else { return false }
            if isReplacing { script.removeAll() }
            if let seed { script.reseed(seed) }
            for fault in faults { _ = script.add(fault, at: uptime) }
            return true
        }
        guard fits else { throw ScriptFile.tooMany("faults") }
        if isReplacing { core.timeline.cancel() }
        for event in events { core.timeline.schedule(event, on: core) }
    }
}
