internal import APNs
internal import Foundation
internal import Storage
internal import Timekeeping

/// One provider token for each key, for all servers on the database: APNs counts those who change it too often.
struct ProviderTokens: Sendable {
    /// Where it is shared; nil lets each key make its own.
    let storage: SystemHandle?
    let time: any TimeSource
    let log: Log

    /// Gets a fresh token for a key if it needs one.
    ///
    /// While the storage is away a key sends with what it has, or makes a token of its own.
    ///
    /// - Returns: Whether the key has another token than before.
    @discardableResult
    func prepare(_ signer: ProviderCredential, _ key: ProviderTokenKey) async -> Bool {
        guard let storage, signer.needsSharedToken(time) else { return false }
        let time = time
        do {
            let token = try await storage.providerToken(key) {
                signer.servesShared(issuedAt: $0.issuedAt, time)
            } make: {
                // Whole seconds stand in the token: what is read back from the storage has to be the same moment.
                let moment = Date(timeIntervalSince1970: time.now.timeIntervalSince1970.rounded(.down))
                return StoredProviderToken(text: try signer.makeShared(issuedAt: moment, time), issuedAt: moment)
            }
            return signer.adopt(token.text, issuedAt: token.issuedAt, time)
        } catch {
            log.error("Provider token not shared", ("key", key.keyID), ("cause", "\(error)"))
            return false
        }
    }
}
