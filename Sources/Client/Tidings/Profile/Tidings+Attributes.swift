public import PushModel
import TidingsCore

extension Tidings {
    /// The most bytes of attributes as JSON.
    private static let attributesByteLimit = 65_536

    /// Merges attributes into those of the person in the app; null removes one.
    ///
    /// They can be used in segments and texts on the server. What is set in quick succession goes out together; it is
    /// kept on this phone until the server has it, and belongs to whoever was identified when it was set.
    ///
    ///     Tidings.setAttributes(["plan": "pro", "trialEnds": nil])
    ///
    /// - Parameter attributes: At most 64 KB as JSON; names that begin with `$` belong to the server.
    public static func setAttributes(_ attributes: JSONObject) {
        guard let client = FacadeInstance.current.configured("setAttributes") else { return }
        guard attributes.encoded().count <= attributesByteLimit, !attributes.keys.contains(where: { $0.hasPrefix("$") })
        else {
            return ClientLog.system(minimum: .warning)(
                .error, "Attributes were not taken: a name begins with $, or they are too large")
        }
        client.commands.yield(.attributes(attributes))
    }
}
