import ClientTestSupport
import Foundation
import PushCrypto
import PushModel
import TestSupport
import Testing
import TidingsCore

@Suite("Reading pushes") struct MessageReaderTests {
    private let folder: TestFolder
    private let vault = TestVault()
    private let ring: KeyRing
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let secret = MessageContent(title: "Dinner", subtitle: "tonight", body: "Bring the umbrella")

    init() throws {
        folder = try TestFolder()
        ring = try KeyRing(installID: "i1")
        try ring.write(to: vault.vault)
    }

    private var ledger: ClaimLedger { get throws { ClaimLedger(folder: try folder.container().claims) } }

    private func sealed(
        id: String = "msg_1", to subscriber: String? = nil, expires: Int? = nil, innerID: String? = nil,
        keyID: String? = nil, _ content: MessageContent? = nil
    ) throws -> [AnyHashable: Any] {
        let keys = try #require(ring.keys(id: nil))
        return try TestPush.userInfo(
            TestPush.sealed(
                id: id, to: subscriber, expires: expires, innerID: innerID,
                keyID: keyID ?? ring.entries.first?.id ?? "", keys: keys.recipient, content ?? secret))
    }

    private func read(
        _ userInfo: [AnyHashable: Any], for recipients: [String]? = ["ada"]
    ) throws -> MessageReader.Reading {
        let payload = try #require(PushPayload(userInfo: userInfo))
        return MessageReader(vault: vault.vault, recipients: recipients)
            .read(payload, counting: try ledger, now: now)
    }

    @Test("A sealed push opens to its texts", .rows("K23", "K24"))
    func opens() throws {
        var content = secret
        content.conversation = "chat_1"
        let payload = try #require(PayloadDecryption.decrypt(userInfo: sealed(content), vault: vault.vault))
        #expect(payload.messageID == "msg_1")
        #expect(payload.conversation == "chat_1")
        #expect(payload.title == "Dinner")
        #expect(payload.subtitle == "tonight")
        #expect(payload.body == "Bring the umbrella")
    }

    private func sealed(_ content: MessageContent) throws -> [AnyHashable: Any] { try sealed(id: "msg_1", content) }

    @Test(
        "There is nothing without a key, without a field, for a foreign push, or with a wrong byte",
        .rows("K25", "CS-N5"))
    func failures() throws {
        let good = try sealed()
        #expect(PayloadDecryption.decrypt(userInfo: good, vault: TestVault().vault) == nil)
        #expect(PayloadDecryption.decrypt(userInfo: ["aps": ["alert": "x"]], vault: vault.vault) == nil)
        for field in ["v", "id", "enc"] {
            var broken = good
            var envelope = try #require(good["tidings"] as? [AnyHashable: Any])
            envelope[field] = nil
            broken["tidings"] = envelope
            #expect(PayloadDecryption.decrypt(userInfo: broken, vault: vault.vault) == nil)
        }
        var envelope = try #require(good["tidings"] as? [AnyHashable: Any])
        let text = try #require(envelope["enc"] as? String)
        envelope["enc"] = String(text.dropLast(2)) + (text.hasSuffix("AA") ? "BB" : "AA")
        #expect(PayloadDecryption.decrypt(userInfo: ["tidings": envelope], vault: vault.vault) == nil)
        #expect(try PayloadDecryption.decrypt(userInfo: sealed(keyID: "unknown"), vault: vault.vault) == nil)
        #expect(try PayloadDecryption.decrypt(userInfo: sealed(innerID: "msg_2"), vault: vault.vault) == nil)
    }

    @Test("Another content coding, or a newer version's, is told apart from damage and never shown", .rows("CS-N6"))
    func otherCoding() throws {
        func reading(_ change: (inout [AnyHashable: Any]) throws -> Void) throws -> MessageReader.Reading {
            var push = try sealed()
            var envelope = try #require(push["tidings"] as? [AnyHashable: Any])
            try change(&envelope)
            push["tidings"] = envelope
            return try read(push)
        }
        // The older coding has no header: its body begins with the ciphertext.
        let aesgcm = Base64URL.encode([UInt8](repeating: 0x5A, count: 300))
        #expect(try reading { $0["enc"] = aesgcm } == .refused(.unknownCoding))
        #expect(try reading { $0["enc"] = "%%%" } == .refused(.unknownCoding))
        #expect(
            try reading { envelope in
                let text = try #require(envelope["enc"] as? String)
                envelope["enc"] = String(text.dropLast(2)) + (text.hasSuffix("AA") ? "BB" : "AA")
            } == .refused(.undecipherable))
        #expect(
            try reading { envelope in
                let text = try #require(envelope["enc"] as? String)
                envelope["v"] = 2
                envelope["enc"] = String(text.dropLast(2)) + (text.hasSuffix("AA") ? "BB" : "AA")
            } == .refused(.unknownCoding))
        guard case .message = try reading({ $0["v"] = 2 }) else {
            Issue.record("a newer version that still seals alike is read")
            return
        }
    }

    @Test("A repeat reads the same and is known as a repeat", .rows("P15", "CS-H6"))
    func repeats() throws {
        guard case .message(let first, isRepeat: false) = try read(sealed()) else {
            Issue.record("expected the message")
            return
        }
        // A resend is sealed anew: other bytes, same content.
        #expect(try read(sealed()) == .message(first, isRepeat: true))
    }

    @Test("The same id with another content is refused", .rows("K32"))
    func contradiction() throws {
        _ = try read(sealed())
        #expect(try read(sealed(MessageContent(title: "Forged", body: "text"))) == .refused(.contradiction))
    }

    @Test("A push for somebody else is refused, sealed or not", .rows("CS-X1"))
    func otherSubscriber() throws {
        #expect(try read(sealed(to: "bob")) == .refused(.otherSubscriber))
        let clear = try TestPush.userInfo(TestPush.clear(id: "msg_2", to: "bob", secret))
        #expect(try read(clear) == .refused(.otherSubscriber))
        #expect(try read(clear, for: ["ada", "bob"]) != .refused(.otherSubscriber))
    }

    @Test("An expired push is refused, at its second it is not")
    func expiry() throws {
        let second = Int(now.timeIntervalSince1970)
        #expect(try read(sealed(id: "msg_1", expires: second - 1)) == .refused(.expired))
        guard case .message = try read(sealed(id: "msg_2", expires: second)) else {
            Issue.record("expected the message")
            return
        }
    }

    @Test("The mark of a decrypted push is ours alone; a sender cannot set it", .rows("K23"))
    func mark() throws {
        let plain = try sealed()
        #expect(!DecryptionMark.isValid(in: try #require(PushPayload(userInfo: plain)), vault: vault.vault))
        let marked = DecryptionMark.marking(plain, vault: vault.vault)
        #expect(DecryptionMark.isValid(in: try #require(PushPayload(userInfo: marked)), vault: vault.vault))
        for forgery in ["", "true", "AAAA"] as [String] {
            var envelope = try #require(plain["tidings"] as? [AnyHashable: Any])
            envelope[DecryptionMark.key] = forgery
            let forged = try #require(PushPayload(userInfo: ["tidings": envelope]))
            #expect(!DecryptionMark.isValid(in: forged, vault: vault.vault))
        }
        // A mark does not fit another push.
        var other = try #require(sealed(id: "msg_9")["tidings"] as? [AnyHashable: Any])
        other[DecryptionMark.key] = (marked["tidings"] as? [AnyHashable: Any])?[DecryptionMark.key]
        #expect(
            !DecryptionMark.isValid(in: try #require(PushPayload(userInfo: ["tidings": other])), vault: vault.vault))
    }

    @Test("An old key opens messages for thirty days after the server has the new one")
    func rotation() throws {
        var ring = ring
        let old = try #require(ring.entries.first?.id)
        let underOldKey = try sealed()
        try ring.rotate()
        let new = try #require(ring.entries.first?.id)
        ring.confirm(id: new, now: now)
        try ring.write(to: vault.vault)
        #expect(PayloadDecryption.decrypt(userInfo: underOldKey, vault: vault.vault) != nil)
        ring.confirm(id: new, now: now.addingTimeInterval(29 * 86_400))
        #expect(ring.keys(id: old) != nil)
        ring.confirm(id: new, now: now.addingTimeInterval(30 * 86_400 + 1))
        #expect(ring.keys(id: old) == nil)
        #expect(ring.keys(id: nil)?.publicKey == ring.keys(id: new)?.publicKey)
    }

    @Test("Whatever a payload looks like, reading it does not stop the app", .rows("CS-T4"))
    func hostile() throws {
        let envelopes: [[AnyHashable: Any]] = [
            ["v": 1, "id": "x", "enc": ""], ["v": 1, "id": "x", "enc": String(repeating: "A", count: 5_000)],
            ["v": 99, "id": "x", "enc": "AAAA", "kid": 7], ["v": "1", "id": "x"], ["v": 1, "id": ["x"]],
            ["v": 1, "id": "x", "actions": "no", "image": 3, "exp": "soon", "to": [1]],
            ["v": 1, "id": String(repeating: "😀", count: 2_000), "deepLink": 1],
        ]
        for envelope in envelopes {
            let userInfo: [AnyHashable: Any] = ["tidings": envelope, "aps": "no dictionary", 7: "odd key"]
            #expect(PayloadDecryption.decrypt(userInfo: userInfo, vault: vault.vault) == nil)
            if PushPayload(userInfo: userInfo) != nil { _ = try read(userInfo) }
        }
    }
}
