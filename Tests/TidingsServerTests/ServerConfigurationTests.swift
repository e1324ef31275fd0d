import Foundation
import TestSupport
import Testing
import TidingsServer

@Suite
struct ServerConfigurationTests {
    @Test func `nothing set gives what the help says`() throws {
        let configuration = try ServerConfiguration(values: [:])
        #expect(configuration.bindAddress == "127.0.0.1" && configuration.port == 8080)
        #expect(configuration.apnsProduction.description == "api.push.apple.com:443")
        #expect(configuration.apnsSandbox.description == "api.sandbox.push.apple.com:443")
        #expect(configuration.drain == .seconds(20))
        for setting in ServerSetting.all {
            #expect(setting.environmentVariable.hasPrefix("TIDINGS_") && setting.flag.hasPrefix("--"))
        }
    }

    @Test func `every problem is reported with its key and what would be right`() {
        let error = #expect(throws: ConfigurationError.self) {
            try ServerConfiguration(values: [
                "port": "70000", "apns-sandbox": "nonsense", "log-level": "loud", "tls-key": "/nowhere/key.pem",
                "data": "", "prot": "80", "drain": "-1",
            ])
        }
        let problems = error?.problems ?? []
        #expect(
            problems.map(\.key) == [
                "data", "port", "tls-key", "apns-sandbox", "drain", "log-level", "tls-certificate", "prot",
            ])
        #expect(problems.first { $0.key == "port" }?.message.contains("0 to 65535, found '70000'") == true)
        #expect(problems.allSatisfy { !$0.message.isEmpty })
        #expect(error?.description.split(separator: "\n").count == problems.count)
    }

    @Test(arguments: [
        ("localhost:2197", "localhost", 2197), ("https://127.0.0.1:8443", "127.0.0.1", 8443),
        ("https://localhost:1/", "localhost", 1), ("[::1]:443", "::1", 443),
    ])
    func `an endpoint is host and port, as text or as the simulated APNs prints it`(
        text: String, host: String, port: Int
    ) throws {
        let configuration = try ServerConfiguration(values: ["apns-production": text])
        #expect(configuration.apnsProduction.host == host && configuration.apnsProduction.port == port)
    }

    @Test(arguments: ["localhost", ":443", "host:0", "host:65536", "https://host:1/path", ""])
    func `anything else is no endpoint`(text: String) {
        #expect(throws: ConfigurationError.self) { try ServerConfiguration(values: ["apns-production": text]) }
    }

    @Test func `a data folder that others can read is warned of, one of the owner alone is not`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = try ServerConfiguration(values: ["data": folder.path])
        #expect(configuration.dataFolderWarning == nil)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        #expect(configuration.dataFolderWarning?.contains("chmod 700 \(folder.path)") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        #expect(configuration.dataFolderWarning == nil)
    }
}
