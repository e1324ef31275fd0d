import PushModel
import SimulatedDevice

extension DemoStage {
    /// Where Ben can be called.
    var phonesOfBen: [Phone] { [ben.phone, benElsewhere.phone] }

    /// Opens the app on both of Ben's phones, until calls reach them; at once where they do already.
    ///
    /// - Returns: The tokens for calls that the server has of him.
    func preparePhonesForCalls() async throws -> [JSONValue] {
        for phone in phonesOfBen where phone.phase == .notRunning { try await phone.launch() }
        let devices = try await eventually {
            try await self.devices(of: self.ben)
        } until: { devices in
            devices.count { $0["voipToken"]?["status"] == "active" } == self.phonesOfBen.count
        }
        return devices.compactMap { $0["voipToken"] }
    }

    /// Calls Ben.
    ///
    /// - Returns: The call's id.
    func callBen(from name: String = "Bob", ringing seconds: Int = 30) async throws -> String {
        let placed = try await api.value(
            "POST", "/v1/calls",
            [
                "from": ["id": .string(name.lowercased()), "name": .string(name)], "to": [.string(ben.id)],
                "ringTimeout": .int(seconds),
            ])
        guard let id = placed["id"]?.string else {
            throw CommandError(.failed, "The server placed a call without an id.", exitCode: .failure)
        }
        return id
    }

    /// The call once it has this state, or as it stands when that takes too long.
    func call(_ id: String, until state: String) async throws -> JSONValue {
        try await eventually {
            try await self.api.value("GET", "/v1/calls/\(id)")
        } until: {
            $0["state"]?.string == state
        }
    }

    /// The caller hangs up.
    func hangUp(_ id: String) async throws { _ = try await api.value("POST", "/v1/calls/\(id)/end") }
}

extension Phone {
    /// How long a step waits for what has to happen to a call on a phone; two of them ring at once.
    static let callPatience: Duration = .seconds(20)

    /// Waits until something of this kind happened to a call.
    func settleCall(_ id: String, after mark: Int, _ kind: TimelineEntry.Kind) async throws {
        try await settle(after: mark, within: Self.callPatience) { $0.kind == kind && $0["call"] == id }
    }

    /// What became of a call here: each kind of entry, the last with why it ended.
    func fateOfCall(_ id: String, after mark: Int) -> [String] {
        entries(after: mark).filter { $0["call"] == id }.compactMap { entry in
            switch entry.kind {
            case .callRinging: "ringing"
            case .callConnected: "connected"
            case .callEnded: "ended: \(entry["reason"] ?? "")"
            default: nil
            }
        }
    }
}
