import Foundation
import HTTP2

extension HTTP2ClientConfiguration {
    /// Says in terms of the network where a client goes, whom it trusts and what it shows.
    init(_ configuration: APNsConfiguration, _ authentication: Authentication) throws(APNsError) {
        var identity: TLSIdentity?
        if case .certificate(let credential) = authentication { identity = credential.identity }
        do throws(HTTP2Error) {
            self.init(
                host: configuration.host, port: configuration.port,
                context: try .client(trust: TLSTrust(configuration.trust), identity: identity))
        } catch {
            throw APNsError(.invalidConfiguration, detail: error.description)
        }
        proxy = configuration.proxy.map(HTTP2Proxy.init)
        lookUp = configuration.lookUp
        connectTimeout = configuration.connectTimeout
        handshakeTimeout = configuration.handshakeTimeout
        idlePing = configuration.idlePing
        pingTimeout = configuration.pingTimeout
    }
}

extension HTTP2Proxy {
    fileprivate init(_ proxy: APNsConfiguration.Proxy) {
        let credentials = proxy.userName.map { Data("\($0):\(proxy.password ?? "")".utf8).base64EncodedString() }
        self.init(host: proxy.host, port: proxy.port, authorization: credentials.map { "Basic \($0)" })
    }
}

extension TLSTrust {
    fileprivate init(_ trust: APNsConfiguration.Trust) {
        self =
            switch trust {
            case .system: .system
            case .file(let path): .file(path)
            case .pem(let text): .pem(text)
            }
    }
}
