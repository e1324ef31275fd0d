import PushModel
import WebServer

extension ControlAPI {
    /// Signing keys and apps of the simulated developer accounts.
    func addKeys(to router: inout Router) {
        add("PUT", "/v1/keys/{keyId}", to: &router) { request in
            let body = try ControlJSON.read(ControlBodies.Key.self, request)
            let keyID = Self.part("keyId", request)
            try simulator.register(
                APNsSimulator.ProviderKey(
                    teamID: body.teamId, keyID: keyID, publicKeyPEM: body.publicKey, bundleIDs: body.topics,
                    environments: body.environments ?? [.production, .sandbox]))
            return ControlJSON.response(ControlBodies.KeyAnswer(keyId: keyID, teamId: body.teamId))
        }
        add("DELETE", "/v1/keys/{keyId}", to: &router) { request in
            guard simulator.core.keys.removeKey(Self.part("keyId", request)) else {
                throw ControlError.notFound("unknown_key", "There is no such key.", param: "keyId")
            }
            return ControlJSON.response(ControlBodies.Done())
        }
        add("PUT", "/v1/apps/{bundleId}", to: &router) { request in
            let body = try ControlJSON.read(ControlBodies.App.self, request)
            guard let name = TopicName(Self.part("bundleId", request)), name.suffix.isEmpty else {
                throw ControlError.invalid("bundleId", "bundleId has to be a bundle id without a topic suffix.")
            }
            guard Authorization.isID(body.teamId) else {
                throw ControlError.invalid("teamId", "teamId has to be ten letters or digits.")
            }
            simulator.registerApp(Self.part("bundleId", request), teamID: body.teamId)
            if let broadcast = body.broadcast {
                simulator.setBroadcasts(broadcast, for: Self.part("bundleId", request))
            }
            return ControlJSON.response(body)
        }
    }

    /// Scripted faults.
    func addFaults(to router: inout Router) {
        add("POST", "/v1/faults", to: &router) { request in
            let fault = try ControlJSON.read(FaultDescription.self, request).fault()
            guard simulator.core.withFaults({ $0.active.count }) < ScriptFile.countLimit else {
                throw ScriptFile.tooMany("faults")
            }
            return ControlJSON.response(ScriptedFault(id: simulator.script(fault), hits: 0, fault: fault), status: 201)
        }
        add("GET", "/v1/faults", to: &router) { _ in
            let faults = simulator.core.withFaults { $0.active }
            return ControlJSON.response(
                FaultList(faults: faults.map { ScriptedFault(id: $0.id, hits: $0.hits, fault: $0.fault) }))
        }
        add("DELETE", "/v1/faults", to: &router) { _ in
            simulator.removeFaults()
            return ControlJSON.response(ControlBodies.Done())
        }
        add("DELETE", "/v1/faults/{id}", to: &router) { request in
            guard let id = Int(Self.part("id", request)), simulator.removeFault(id) else {
                throw ControlError.notFound("unknown_fault", "There is no such fault, or it is over.", param: "id")
            }
            return ControlJSON.response(ControlBodies.Done())
        }
    }

    private struct FaultList: Encodable {
        var faults: [ScriptedFault]
    }

    private struct ScriptedFault: Encodable {
        var id: Int
        var hits: Int
        var fault: FaultDescription

        init(id: Int, hits: Int, fault: APNsSimulator.Fault) {
            self.id = id
            self.hits = hits
            self.fault = FaultDescription(fault)
        }
    }
}
