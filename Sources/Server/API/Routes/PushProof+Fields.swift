internal import APNs
internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage

extension PushProof {
    /// Which fields there are.
    private enum Kind: String, CaseIterable {
        case token, certificate
    }

    /// Reads a credential; faults go to the reader.
    ///
    /// - Parameters:
    ///   - reader: The fields of the request.
    ///   - bundleID: The app's, which a certificate has to be for.
    ///   - now: The wall clock.
    init?(_ reader: inout FieldReader, bundleID: String, now: Date) {
        let proof: PushProof? =
            switch reader.choice("kind", of: Kind.self, isRequired: true) {
            case .certificate?: Self.certificate(&reader, bundleID: bundleID, now: now)
            case .token?: Self.token(&reader)
            case nil:
                nil
            }
        guard let proof else { return nil }
        self = proof
    }

    private static func token(_ reader: inout FieldReader) -> PushProof? {
        let teamID = tenCharacters("teamId", &reader)
        let keyID = tenCharacters("keyId", &reader)
        let privateKey = reader.string("privateKey", length: 1...4_000, isRequired: true)
        if let privateKey, (try? ES256.PrivateKey(pem: privateKey)) == nil {
            reader.fail(
                "privateKey", .invalidFormat,
                "The key cannot be read. Send the text of the .p8 file, with its BEGIN and END lines.")
        }
        guard let teamID, let keyID, let privateKey else { return nil }
        return .token(teamID: teamID, keyID: keyID, privateKey: privateKey)
    }

    private static func certificate(_ reader: inout FieldReader, bundleID: String, now: Date) -> PushProof? {
        let file = reader.string("pkcs12", length: 1...100_000)
        let chain = reader.string("certificate", length: 1...100_000)
        let key = reader.string("privateKey", length: 1...10_000)
        let password = reader.string("password", length: 0...1_000)
        guard (file == nil) != (chain == nil), file == nil || key == nil else {
            reader.fail(
                "certificate", .invalidFormat,
                "Send \"pkcs12\", the .p12 file in base64, or \"certificate\" with \"privateKey\", both in PEM.")
            return nil
        }
        let field = file == nil ? "certificate" : "pkcs12"
        do {
            let credential: CertificateCredential
            if let file {
                guard let bytes = Data(base64Encoded: file) else {
                    reader.fail(field, .invalidFormat, "The file is not in base64.")
                    return nil
                }
                credential = try CertificateCredential(pkcs12: Array(bytes), password: password ?? "")
            } else {
                // The key may stand in the same text.
                credential = try CertificateCredential(
                    certificatePEM: chain ?? "", privateKeyPEM: key ?? chain ?? "", keyPassword: password)
            }
            guard credential.topic == bundleID else {
                let other = credential.topic.map { "for \($0)" } ?? "no push certificate"
                reader.fail(field, .invalidFormat, "The certificate is \(other), and the app is \(bundleID).")
                return nil
            }
            guard credential.expires > now else {
                reader.fail(field, .invalidFormat, "The certificate is no longer valid. Make a new one.")
                return nil
            }
            let pem = credential.pem
            return .certificate(chain: pem.chain, privateKey: pem.privateKey, validUntil: credential.expires)
        } catch {
            reader.fail(field, .invalidFormat, "The certificate cannot be read with its key: \(error.detail)")
            return nil
        }
    }

    private static func tenCharacters(_ name: String, _ reader: inout FieldReader) -> String? {
        let text = reader.string(name, length: 1...100, isRequired: true)
        guard let text else { return nil }
        let isFine =
            text.utf8.count == 10
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte)
            }
        if !isFine { reader.fail(name, .invalidFormat, "Expected 10 capital letters and digits.") }
        return text
    }
}
