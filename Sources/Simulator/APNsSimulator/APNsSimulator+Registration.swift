public import Foundation
public import PushModel

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
    public func script(_ fault: Fault) -> Int { core.withFaults { $0.add(fault) } }

    /// Takes a fault back; false when it is unknown or over.
    @discardableResult
    public func removeFault(_ id: Int) -> Bool { core.withFaults { $0.remove(id) } }

    /// Takes all faults back.
    public func removeFaults() { core.withFaults { $0.removeAll() } }

    /// Scripts the faults of a JSON array, as the control API takes them one by one.
    ///
    /// - Throws: `SimulatorError` with the place and the field that do not fit; then none is scripted.
    public func script(json: Data) throws {
        let faults: [Fault]
        do {
            let described = try JSONDecoder().decode([FaultDescription].self, from: json)
            faults = try described.enumerated().map { index, description in
                do { return try description.fault() } catch {
                    throw SimulatorError(.invalidValue, detail: "fault \(index + 1): \(error)")
                }
            }
        } catch let error as DecodingError {
            throw SimulatorError(.invalidValue, detail: ControlError(error).message, underlying: error)
        }
        core.withFaults { script in for fault in faults { _ = script.add(fault) } }
    }
}
