package import HTTP2
package import Foundation

/// The server that is examined, and what the examiner may use there.
package struct ConformanceTarget: Sendable {
    /// Address of the production service, such as `https://localhost:40123`; nil to leave it alone.
    package var production: ServerAddress?
    /// Address of the sandbox; nil to leave it alone.
    package var sandbox: ServerAddress?
    /// Address of production's channel management.
    package var productionChannels: ServerAddress?
    /// Address of the sandbox's channel management.
    package var sandboxChannels: ServerAddress?
    /// Whom to trust.
    package var trust = TLSTrust.system
    /// The signing key; made up where the control API can register one.
    package var sender: Sender?
    /// A token of the sender's app on the service that is examined.
    package var deviceToken: String?
    /// The control API of a simulated APNs.
    package var control: URL?
    /// How long an answer may take, in real time.
    package var patience = Duration.seconds(10)

    /// Describes a server of which nothing is known.
    package init() {}

    /// The service whose rules are examined: production, or the sandbox where that is all there is.
    var main: Service { production == nil ? .sandbox : .production }

    func address(_ service: Service) -> ServerAddress? {
        switch service {
        case .production: production
        case .sandbox: sandbox
        case .productionChannels: productionChannels
        case .sandboxChannels: sandboxChannels
        }
    }

    /// What there is, to set beside what a rule needs.
    var offers: Set<ConformanceRule.Need> {
        var offers: Set<ConformanceRule.Need> = []
        if sender != nil { offers.insert(.sender) }
        if sender != nil, deviceToken != nil { offers.insert(.device) }
        if production != nil, sandbox != nil { offers.insert(.sandbox) }
        if address(main.channels) != nil { offers.insert(.channels) }
        if control != nil { offers.formUnion([.control, .sender, .device]) }
        return offers
    }
}

/// One of the four services of APNs.
enum Service: Sendable, Hashable {
    case production, sandbox, productionChannels, sandboxChannels

    /// Where the channels of the same environment are managed.
    var channels: Service {
        switch self {
        case .production, .productionChannels: .productionChannels
        case .sandbox, .sandboxChannels: .sandboxChannels
        }
    }

    /// The environment by its name in the control API.
    var environment: String {
        switch self {
        case .production, .productionChannels: "production"
        case .sandbox, .sandboxChannels: "sandbox"
        }
    }

    var other: Service { self == .production ? .sandbox : .production }
}

/// A host and a port, read from an `https` URL.
package struct ServerAddress: Sendable, Hashable {
    /// The host, without brackets.
    package let host: String
    /// The port.
    package let port: Int

    /// Reads a URL; nil unless it is `https` with a host.
    package init?(_ text: String) {
        guard let components = URLComponents(string: text), components.scheme == "https",
            let host = components.host, !host.isEmpty, ["", "/"].contains(components.path)
        else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = components.port ?? 443
    }
}
