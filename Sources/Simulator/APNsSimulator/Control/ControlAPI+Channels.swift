import WebServer

extension ControlAPI {
    /// Client certificates, and devices that listen to broadcast channels.
    func addChannels(to router: inout Router) {
        add("POST", "/v1/certificates", to: &router) { request in
            let body = try ControlJSON.read(NewCertificate.self, request)
            let issued = try simulator.issueCertificate(
                bundleID: body.bundleId, teamID: body.teamId ?? "TEAM123456",
                environments: body.environments ?? [.production, .sandbox], topics: body.topics,
                isExpired: body.expired ?? false)
            return ControlJSON.response(
                CertificateAnswer(certificate: issued.certificatePEM, privateKey: issued.privateKeyPEM), status: 201)
        }
        add("GET", "/v1/apps/{bundleId}/channels", to: &router) { request in
            let environment = request.queryValue("environment") ?? APNsSimulator.Environment.production.rawValue
            guard let environment = APNsSimulator.Environment(rawValue: environment) else {
                throw ControlError.invalid("environment", "environment has to be production or sandbox.")
            }
            let found = simulator.channels(of: Self.part("bundleId", request), environment)
            return ControlJSON.response(
                ChannelList(channels: found.map { ChannelList.Channel(id: $0.id, storagePolicy: $0.storagePolicy) }))
        }
        add("POST", "/v1/devices/{id}/channels", to: &router) { request in
            let body = try ControlJSON.read(Subscription.self, request)
            try simulator.subscribe(
                device: Self.part("id", request), to: body.channelId, of: body.bundleId, body.environment)
            return ControlJSON.response(ControlBodies.Done(), status: 201)
        }
        add("DELETE", "/v1/devices/{id}/channels", to: &router) { request in
            let body = try ControlJSON.read(Subscription.self, request)
            try simulator.unsubscribe(
                device: Self.part("id", request), from: body.channelId, of: body.bundleId, body.environment)
            return ControlJSON.response(ControlBodies.Done())
        }
    }

    private struct NewCertificate: Decodable {
        var bundleId: String
        var teamId: String?
        var environments: Set<APNsSimulator.Environment>?
        var topics: [String]?
        var expired: Bool?
    }

    private struct CertificateAnswer: Encodable {
        var certificate: String
        var privateKey: String
    }

    private struct ChannelList: Encodable {
        struct Channel: Encodable {
            var id: String
            var storagePolicy: APNsSimulator.Channel.StoragePolicy
        }
        var channels: [Channel]
    }

    private struct Subscription: Decodable {
        var channelId: String
        var bundleId: String
        var environment: APNsSimulator.Environment
    }
}
