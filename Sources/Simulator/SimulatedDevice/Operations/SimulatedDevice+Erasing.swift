import Locking
import ProcessLocal

extension SimulatedDevice {
    /// Empties the Keychain, as when a backup without it is restored to another phone.
    ///
    /// Apps learn of it only by not finding what they look for.
    public func eraseKeychain() { state.withLock { $0.keychain = [] } }
}
