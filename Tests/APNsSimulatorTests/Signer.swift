import Foundation
import PushCrypto

@testable import APNsSimulator

/// A sender's signing key, able to make tokens that are right and tokens that are not.
struct Signer {
    let keyID: String
    let teamID: String
    private let privateKey: ES256.PrivateKey?

    init(keyID: String = "KEY1234567", teamID: String = "TEAM123456") {
        self.keyID = keyID
        self.teamID = teamID
        privateKey = try? ES256.PrivateKey.generate()
    }

    var privateKeyPEM: String { (try? privateKey?.pem()) ?? "" }

    func key(
        bundleIDs: Set<String>? = nil, environments: Set<APNsSimulator.Environment> = [.production, .sandbox]
    ) -> APNsSimulator.ProviderKey {
        APNsSimulator.ProviderKey(
            teamID: teamID, keyID: keyID, publicKeyPEM: privateKey?.publicKey.pem ?? "", bundleIDs: bundleIDs,
            environments: environments)
    }

    var header: String { #"{"alg":"ES256","kid":"\#(keyID)"}"# }

    func claims(issuedAt: Int64) -> String { #"{"iss":"\#(teamID)","iat":\#(issuedAt)}"# }

    func authorization(issuedAt: Int64, isDER: Bool = false) -> String {
        authorization(header: header, claims: claims(issuedAt: issuedAt), isDER: isDER)
    }

    func authorization(header: String, claims: String, isDER: Bool = false) -> String {
        let signed = "\(Self.encoded(header)).\(Self.encoded(claims))"
        let signature = (try? privateKey?.sign(Array(signed.utf8))) ?? []
        let written = isDER ? ECDSASignature.der(fromRaw: signature) ?? [] : signature
        return "bearer \(signed).\(Base64URL.encode(written))"
    }

    static func encoded(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
}
