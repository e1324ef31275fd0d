internal import Storage
internal import WebServer

extension ConfigurationError {
    /// Names the setting that kept a server from starting; nil when no setting is to blame.
    ///
    /// - Parameters:
    ///   - error: What `Server.start` threw.
    ///   - isShared: Whether it was to use a database server.
    package init?(whenStarting error: any Error, isShared: Bool) {
        switch error {
        case let error as StorageError:
            if error.code == .masterKeyMissing {
                self.init(problems: [.init(key: "master-key", message: "\(error)")])
                return
            }
            self.init(problems: [.init(key: isShared ? "database" : "data", message: "\(error)")])
        case let error as WebServerError:
            let key: String? =
                switch error.code {
                case .addressInUse, .notPermitted: "port"
                case .addressUnavailable: "bind"
                case .invalidCertificate: "tls-certificate, tls-key"
                default: nil
                }
            guard let key else { return nil }
            self.init(problems: [.init(key: key, message: "\(error)")])
        default: return nil
        }
    }
}
