import TestSupport
import Testing

@testable import APNsSimulator

struct KeyBookTests {
    private static let team = "TEAM123456"
    private static let pem = Signer().key().publicKeyPEM

    private static func key(
        _ number: Int, team: String = team, topics: Set<String>? = nil,
        _ environments: Set<APNsSimulator.Environment> = [.production, .sandbox]
    ) -> APNsSimulator.ProviderKey {
        let id = "KEY" + String(repeating: "0", count: 7 - String(number).count) + String(number)
        return APNsSimulator.ProviderKey(
            teamID: team, keyID: id, publicKeyPEM: pem, bundleIDs: topics, environments: environments)
    }

    @Test(.rows("A4.17")) func `a team has two keys for all topics in each environment`() throws {
        let book = KeyBook(acceptsAnyKey: false)
        try book.add(Self.key(1, [.production]))
        try book.add(Self.key(2))
        #expect(throws: SimulatorError.self) { try book.add(Self.key(3, [.production])) }
        try book.add(Self.key(3, [.sandbox]))
        #expect(throws: SimulatorError.self) { try book.add(Self.key(4, [.sandbox])) }
        // The same key again is no further one; other teams and keys for certain topics are counted apart.
        try book.add(Self.key(2))
        try book.add(Self.key(5, team: "TEAM654321"))
        try book.add(Self.key(6, topics: ["com.example.app"]))
        #expect(book.removeKey("KEY0000001"))
        try book.add(Self.key(7, [.production]))
    }

    @Test(.rows("A4.17")) func `a team has two hundred keys for certain topics, of four hundred topics each`() throws {
        let book = KeyBook(acceptsAnyKey: false)
        for number in 0..<200 { try book.add(Self.key(number, topics: ["com.example.app\(number)"])) }
        let error = #expect(throws: SimulatorError.self) { try book.add(Self.key(200, topics: ["com.example.more"])) }
        #expect(error?.code == .limitReached)
        let topics = Set((0..<400).map { "com.example.app\($0)" })
        try book.add(Self.key(7, topics: topics))
        #expect(throws: SimulatorError.self) { try book.add(Self.key(7, topics: topics.union(["com.example.more"]))) }
    }
}
