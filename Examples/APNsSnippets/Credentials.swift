import APNs
import Foundation

// snippet: credential-key
func clients(keyFile: String) throws -> (production: APNsClient, sandbox: APNsClient) {
    let key = try ProviderCredential(
        teamID: "TEAM123456", keyID: "ABC123DEFG",
        privateKeyPEM: String(contentsOfFile: keyFile, encoding: .utf8))
    return (
        try APNsClient(configuration: .production, credential: key),
        try APNsClient(configuration: .sandbox, credential: key)
    )
}
// end

// snippet: credential-certificate
func deviceManagement(_ pkcs12: [UInt8], password: String) throws -> APNsClient {
    let certificate = try CertificateCredential(pkcs12: pkcs12, password: password)
    return try APNsClient(configuration: .production, authentication: .certificate(certificate))
}
// end

// snippet: credential-proxy
func throughProxy() -> APNsConfiguration {
    var configuration = APNsConfiguration.production
    configuration.port = APNsConfiguration.alternativePort
    configuration.proxy = .init(host: "proxy.example.com", port: 3128)
    return configuration
}
// end
