/// A push of ours as a device receives it.
///
/// Its root holds `aps`, `tidings` and the sender's own members.
public struct PushPayload: Sendable, Hashable {
    /// What the system acts on.
    public var aps: APS
    /// What is ours.
    public var envelope: Envelope
    /// The sender's own members of the root.
    public var data: JSONObject

    /// Takes a push apart; nil if it is not one of ours.
    ///
    /// Whatever is inside, this does not stop the app: unknown members are kept, members of a wrong type ignored.
    public init?(userInfo: [AnyHashable: Any]) {
        guard let own = userInfo[Envelope.rootKey], case .object(let object)? = JSONValue(any: own) else { return nil }
        guard let envelope = Envelope(object) else { return nil }
        self.envelope = envelope
        var aps = APS()
        var data = JSONObject()
        let members = userInfo.compactMap { key, value in (key as? String).map { ($0, value) } }
        for (key, value) in members.sorted(by: { $0.0 < $1.0 }) where key != Envelope.rootKey {
            guard let value = JSONValue(any: value) else { continue }
            if key == "aps" {
                aps = value.object.map { APS($0) } ?? aps
            } else {
                data.members.append(JSONObject.Member(key, value))
            }
        }
        self.aps = aps
        self.data = data
    }

    /// Takes a push apart that is still JSON; nil if it is not one of ours.
    public init?(json bytes: [UInt8]) {
        guard case .object(var root)? = try? JSONValue(parsing: bytes) else { return nil }
        guard case .object(let own)? = root.removeValue(forKey: Envelope.rootKey), let envelope = Envelope(own) else {
            return nil
        }
        self.envelope = envelope
        aps = root.removeValue(forKey: "aps")?.object.map { APS($0) } ?? APS()
        data = root
    }

    /// Whether a push is one of ours, without looking further.
    public static func isTidings(_ userInfo: [AnyHashable: Any]) -> Bool {
        guard let own = userInfo[Envelope.rootKey] as? [AnyHashable: Any] else { return false }
        guard let id = own["id"] as? String, !id.isEmpty else { return false }
        return own["v"].flatMap { JSONValue(any: $0)?.int }.map { $0 >= 1 } ?? false
    }
}

/// A push of ours as a device receives it.
public typealias ReceivedPush = PushPayload
