package import Foundation
package import PushModel

extension Install {
    /// Records an event of the SDK's own; for the same key it is the same event, however often that happens.
    package func recordOnce(_ name: String, data: JSONObject, at moment: Date? = nil, key: [String]) {
        guard let session else { return }
        do {
            try recorder.record(name, data: data, at: moment, key: key, session: session)
        } catch {
            log(.error, "An event could not be stored", ("event", name), ("error", "\(error)"))
        }
    }
}
