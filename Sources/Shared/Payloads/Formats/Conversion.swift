import PushModel

/// The way from a file to what APNs gets: payload, headers, and what was found in between.
struct Conversion {
    let root: PayloadNode
    let bytes: [UInt8]
    var payload = PayloadNode.emptyObject
    var headers: [PayloadHeader] = []
    var namesHeaders = false
    var remarks: [PayloadRemark] = []

    init(_ root: PayloadNode, _ format: PayloadFormat, isDetected: Bool, _ bytes: [UInt8]) {
        self.root = root
        self.bytes = bytes
        guard root.isObject else { return }
        switch format {
        case .apns, .tidingsPush: takeRequest()
        case .fcm: takeFirebase(root["message"] ?? .emptyObject, translates: false, isFragment: false)
        case .firebaseAdmin:
            // The SDK takes exactly this with a route. Without one it is a part of something, and who sends it is open.
            let hasRoute = Self.routes.contains { root[$0] != nil } || root["tokens"] != nil
            let translates = hasRoute || !isDetected
            takeFirebase(root, translates: translates, isFragment: !hasRoute)
        case .fcmLegacy: takeLegacyFirebase()
        case .notifyKit: takeNotifyKit()
        case .oneSignal: takeOneSignal()
        case .expo: takeExpo()
        case .tidings: takeMessage()
        }
        if !payload.isObject { payload = .emptyObject }
    }

    static let routes = ["token", "topic", "condition"]

    /// A payload alone, or beside its headers.
    private mutating func takeRequest() {
        guard root["aps"] == nil, let payload = root["payload"], let headers = root["headers"] else {
            self.payload = root
            return
        }
        self.payload = payload
        self.headers = PayloadHeader.headers(in: headers)
        namesHeaders = true
    }

    // MARK: Building aps

    /// Puts a member into `aps` unless it is there.
    mutating func addToAPS(_ key: String, _ value: PayloadNode?, keyRange: Range<Int>? = nil) {
        guard let value else { return }
        var aps = payload["aps"] ?? .emptyObject
        aps.add(key, value, keyRange: keyRange)
        putAPS(aps)
    }

    /// Puts a line into the alert unless it is there.
    mutating func addToAlert(_ key: String, _ member: PayloadNode.Member?) {
        guard let member, member.value.scalar?.isNull != true else { return }
        var alert = payload["aps"]?["alert"] ?? .emptyObject
        guard alert.isObject else { return }
        alert.add(key, member.value, keyRange: member.keyRange)
        var aps = payload["aps"] ?? .emptyObject
        aps.set("alert", alert)
        putAPS(aps)
    }

    /// `aps` comes first, as senders write it.
    mutating func putAPS(_ aps: PayloadNode) {
        let others = (payload.members ?? []).filter { $0.key != "aps" }
        let keyRange = payload.member("aps")?.keyRange
        payload.content = .object([.init("aps", aps, keyRange: keyRange)] + others)
    }

    mutating func addHeader(_ name: String, _ node: PayloadNode?) {
        guard let node, let value = node.scalar, !value.isNull else { return }
        headers.append(PayloadHeader(name, value.string ?? value.description, origin: node.origin))
    }

    mutating func addFlag(_ key: String, _ node: PayloadNode?) {
        guard let node, node.scalar == true || node.scalar == 1 else { return }
        addToAPS(key, PayloadNode(1, origin: node.origin))
    }
}
