import Delivery
import Foundation
import PushCrypto
import PushModel
import Storage
import TestSupport
import Testing
import TidingsServer
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct MasterKeyTests {
    private static func with(_ body: (URL, [String: String]) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(
            folder,
            [
                "data": folder.path, "port": "0", "drain": "1", "apns-production": "127.0.0.1:1",
                "apns-sandbox": "127.0.0.1:1",
            ])
    }

    private static func server(_ values: [String: String], _ key: String? = nil) throws -> Server {
        let more = key.map { ["master-key": $0] } ?? [:]
        return Server(
            configuration: try ServerConfiguration(values: values.merging(more) { $1 }), time: SystemTime(), log: .none)
    }

    /// The files of a folder that hold one of the texts.
    private static func files(in folder: URL, holding secrets: [[UInt8]]) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter { file in
            let contents = try Data(contentsOf: file)
            return secrets.contains { contents.range(of: Data($0)) != nil }
        }.map(\.lastPathComponent)
    }

    /// A tenant with a credential, through the running server; what has to be nowhere.
    private static func secrets(of server: Server) async throws -> [[UInt8]] {
        let administration = try #require(server.administration)
        let access = try await administration.bootstrapDevelopment(bundleID: "com.example.app")
        let tenants = try await administration.tenants()
        #expect(tenants.count == 1 && access.tenant == "default")
        return tenants.map(\.identitySecret)
    }

    @Test(.rows("SR3")) func `no secret is found in any file of the database, not even in its log`() async throws {
        try await Self.with { folder, values in
            let key = try MasterKey.generate()
            let server = try Self.server(values, key.text)
            let port = try await server.start()
            let secrets = try await Self.secrets(of: server)
            let tenant = try #require(try await server.administration?.tenants().first)
            let issued = try #require(
                try await server.administration?.issueKey(.tenant, tenant: tenant, name: "backend"))
            let call = Caller(url: "http://127.0.0.1:\(port)", key: issued.secret)
            let app = try #require(try await call("GET", "/v1/apps").data["items"]?.array?.first?["id"]?.string)
            let pem = try ES256.PrivateKey.generate().pem()
            let answer = try await call(
                "PUT", "/v1/apps/\(app)/credentials",
                ["kind": "token", "teamId": "ABCDE12345", "keyId": "12345ABCDE", "privateKey": .string(pem)])
            #expect(answer.status == 200)
            let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.map { Array($0.utf8) }
            let all = secrets + lines + [Array("PRIVATE KEY".utf8), Array(key.text.utf8), Array(issued.secret.utf8)]
            #expect(all.count > 5)
            #expect(try Self.files(in: folder, holding: all) == [])
            #expect(try Self.files(in: folder, holding: [Array("12345ABCDE".utf8)]).contains("tidings.sqlite-wal"))
            await server.stop()
            #expect(try Self.files(in: folder, holding: all) == [])
        }
    }

    @Test(.rows("SR3")) func `a first start with a key seals what lay there in clear, and leaves no trace of it`()
        async throws
    {
        try await Self.with { folder, values in
            let first = try Self.server(values)
            _ = try await first.start()
            let secrets = try await Self.secrets(of: first) + [Array("PRIVATE KEY".utf8)]
            await first.stop()
            #expect(try Self.files(in: folder, holding: secrets) == ["tidings.sqlite"])
            let second = try Self.server(values, try MasterKey.generate().text)
            _ = try await second.start()
            #expect(try await second.administration?.tenants().map(\.identitySecret) == [secrets[0]])
            await second.stop()
            #expect(try Self.files(in: folder, holding: secrets) == [])
        }
    }

    @Test(.rows("SR4")) func `a start without the key says which one is missing, and so do the commands`() async throws
    {
        try await Self.with { folder, values in
            let (old, new) = (try MasterKey.generate(), try MasterKey.generate())
            let first = try Self.server(values, old.text)
            _ = try await first.start()
            let secrets = try await Self.secrets(of: first)
            await first.stop()
            for key in [nil, new.text] {
                let error = await #expect(throws: StorageError.self) { try await Self.server(values, key).start() }
                #expect(error?.code == .masterKeyMissing)
                let told = try #require(error.flatMap { ConfigurationError(whenStarting: $0, isShared: false) })
                #expect(told.problems.first?.key == "master-key" && told.description.contains(old.id))
            }
            let path = folder.path
            await #expect(throws: StorageError.self) {
                try await Administration.on(dataDirectory: path, time: SystemTime()) { try await $0.tenants() }
            }
            let both = MasterKeys(new, earlier: [old])
            let count = try await Administration.on(dataDirectory: path, masterKeys: both, time: SystemTime()) {
                try await $0.rotateMasterKey()
            }
            #expect(count == 3)
            let last = try Self.server(values, new.text)
            _ = try await last.start()
            #expect(try await last.administration?.tenants().map(\.identitySecret) == secrets)
            await last.stop()
        }
    }

    @Test(.rows("SR3")) func `the key of a folder is its owner's alone, and found at the next start`() async throws {
        try await Self.with { folder, values in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #expect(try MasterKeyFile.keys(in: folder.path) == nil)
            let keys = try MasterKeyFile.make(in: folder.path)
            let file = folder.appendingPathComponent(MasterKeyFile.name).path
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
            #expect(try MasterKeyFile.keys(in: folder.path) == keys)
            let server = try Self.server(values)
            _ = try await server.start()
            let secrets = try await Self.secrets(of: server)
            await server.stop()
            #expect(try Self.files(in: folder, holding: secrets) == [])
        }
    }

    @Test func `keys are given in one way, and what is wrong with them shows nothing of them`() async throws {
        try await Self.with { folder, _ in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("keys").path
            let (one, two) = (try MasterKey.generate(), try MasterKey.generate())
            try "\(one.text)\n\(two.text)\n".write(toFile: file, atomically: true, encoding: .utf8)
            let read = try ServerConfiguration(values: ["master-key-file": file]).masterKeys
            #expect(read == MasterKeys(one, earlier: [two]))
            let faults: [([String: String], String)] = [
                (["master-key": "hunter2hunter2"], "master-key"),
                (["master-key-file": "\(file).none"], "master-key-file"),
                (["master-key": one.text, "master-key-file": file], "master-key-file"),
                (["master-key-file": folder.path], "master-key-file"),
            ]
            for (values, key) in faults {
                let error = #expect(throws: ConfigurationError.self) { try ServerConfiguration(values: values) }
                #expect(error?.problems.map(\.key) == [key])
                #expect(error?.description.contains("hunter2") == false)
            }
        }
    }
}
