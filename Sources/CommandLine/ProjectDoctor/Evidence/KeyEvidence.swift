import Foundation
import PushCrypto

/// A signing key for APNs as a file, with what is said about it.
package struct KeyEvidence: Sendable {
    /// The file, as it was given.
    package let path: String
    /// Why the file is no such key; nil if it is one.
    package let fault: String?
    /// The key id that was given beside the file.
    package let givenID: String?
    /// The team id that was given beside the file.
    package let givenTeam: String?

    /// Judges the text of a file; the key itself is not kept.
    package init(path: String, text: String, givenID: String? = nil, givenTeam: String? = nil) {
        self.path = path
        self.givenID = givenID
        self.givenTeam = givenTeam
        do throws(CryptoError) {
            _ = try ES256.PrivateKey(pem: text)
            fault = nil
        } catch {
            fault = error.message
        }
    }

    /// The key id that Apple puts into the name of the file, as in `AuthKey_ABC123DEFG.p8`; nil if it is not in there.
    package static func keyID(inFileName path: String) -> String? {
        let name = URL(fileURLWithPath: path).lastPathComponent
        return name.wholeMatch(of: /(?:AuthKey|APNsAuthKey|APNSAuthKey)_([A-Za-z0-9]+)(?: ?\(\d+\))?\.p8/).map {
            String($0.1)
        }
    }

    /// Whether a text has the form of a key id or a team id: ten capital letters and digits.
    package static func isID(_ text: String) -> Bool { text.wholeMatch(of: /[A-Z0-9]{10}/) != nil }
}
