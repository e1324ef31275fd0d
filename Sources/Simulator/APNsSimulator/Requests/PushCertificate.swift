package import HTTP2
import PushModel

/// A client certificate as APNs reads it: for which app, which services and which topics it was issued.
package struct PushCertificate: Sendable, Hashable {
    /// Whether it was issued by this simulator and is valid now.
    package var isTrusted: Bool
    /// The bundle id, or the topic of a device management certificate.
    package var userID: String
    /// The team.
    package var teamID: String
    /// The services it is good for.
    package var environments: Set<APNsSimulator.Environment>
    /// The topics that it lists; nil when it lists none and stands for its bundle id.
    package var topics: Set<String>?

    /// Marks a certificate for the sandbox.
    package static let sandboxMark = "1.2.840.113635.100.6.3.1"
    /// Marks a certificate for production.
    package static let productionMark = "1.2.840.113635.100.6.3.2"
    /// Marks a certificate of the HTTP/2 service for both.
    package static let bothMark = "1.2.840.113635.100.6.3.4"
    /// Holds the list of topics.
    package static let topicList = "1.2.840.113635.100.6.3.6"

    /// Reads a certificate.
    package init(_ peer: PeerCertificate) {
        isTrusted = peer.isTrusted
        userID = peer.userID ?? ""
        teamID = peer.organizationalUnit ?? ""
        environments = []
        if peer.extensions[Self.sandboxMark] != nil { environments.insert(.sandbox) }
        if peer.extensions[Self.productionMark] != nil { environments.insert(.production) }
        let isUniversal = peer.extensions[Self.bothMark] != nil || peer.extensions[Self.topicList] != nil
        if environments.isEmpty, isUniversal { environments = [.sandbox, .production] }
        topics = peer.extensions[Self.topicList].map { Set(DERTexts.read($0)) }
    }

    /// Checks that the certificate is one for this service.
    func admit(_ environment: APNsSimulator.Environment) throws(APNsSimulator.Refusal) {
        guard isTrusted, !userID.isEmpty, !environments.isEmpty else { throw APNsSimulator.Refusal(.badCertificate) }
        guard environments.contains(environment) else { throw APNsSimulator.Refusal(.badCertificateEnvironment) }
    }

    /// Checks that the certificate is good for a topic.
    ///
    /// Live activities and location pushes need a provider token, device management needs its own certificate.
    func check(_ topic: String, _ name: TopicName, _ pushType: PushType) throws(APNsSimulator.Refusal) {
        let needsToken = pushType == .liveActivity || pushType == .location
        let isCovered = topics.map { $0.contains(topic) } ?? (name.bundleID == userID)
        guard isCovered, !needsToken else { throw APNsSimulator.Refusal(.topicDisallowed) }
    }
}

/// A DER list of texts as it stands in the topic extension, where other entries may stand between them.
enum DERTexts {
    /// The texts (UTF8String) at the top level of a SEQUENCE; what is malformed ends the list.
    static func read(_ bytes: [UInt8]) -> [String] {
        var texts: [String] = []
        var rest = bytes[...]
        guard let (tag, content) = element(&rest), tag == 0x30 else { return [] }
        var inner = content
        while let (tag, content) = element(&inner), tag == 0x0C {
            texts.append(String(decoding: content, as: UTF8.self))
            // The kind of the topic follows, a SEQUENCE of its own.
            if inner.first == 0x30 { _ = element(&inner) }
        }
        return texts
    }

    /// A SEQUENCE of texts, each followed by a SEQUENCE that names it an app.
    static func write(_ texts: [String]) -> [UInt8] {
        element(0x30, texts.flatMap { element(0x0C, Array($0.utf8)) + element(0x30, element(0x0C, Array("app".utf8))) })
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<128: [tag, UInt8(content.count)] + content
        case ..<256: [tag, 0x81, UInt8(content.count)] + content
        case ..<65_536: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        default:
            [tag, 0x83] + [16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
        }
    }

    private static func element(_ bytes: inout ArraySlice<UInt8>) -> (tag: UInt8, content: ArraySlice<UInt8>)? {
        guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
        var count = Int(first)
        if first >= 0x80 {
            guard (1...3).contains(first & 0x7F) else { return nil }
            count = 0
            for _ in 0..<(first & 0x7F) {
                guard let byte = bytes.popFirst() else { return nil }
                count = count << 8 | Int(byte)
            }
        }
        guard count <= bytes.count else { return nil }
        let content = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        return (tag, content)
    }
}
