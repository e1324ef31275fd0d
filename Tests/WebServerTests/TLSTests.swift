import Foundation
import Spawning
import Testing
import WebServer

@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
    /// Runs a program and gives its output; a failure is thrown with its messages.
    private func run(_ program: String, _ arguments: [String]) async throws -> String {
        struct Failed: Error { let text: String }
        var launch = Launch(program, arguments)
        (launch.output, launch.error) = (.pipe, .pipe)
        let result = try await SpawnedProgram(launch).result()
        guard result.end == .exited(0) else { throw Failed(text: "\(program): \(result.error)") }
        return result.output
    }

    private func withCertificate(_ body: (_ certificate: String, _ key: String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.path + "/cert.pem", folder.path + "/key.pem")
        _ = try await run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out",
                certificate,
            ])
        try await body(certificate, key)
    }

    @Test func `with a certificate the server speaks HTTPS`() async throws {
        try await withCertificate { certificate, key in
            try await withServer(.echo) {
                $0.certificateFile = certificate
                $0.keyFile = key
            } _: { _, port in
                let large = String(repeating: "x", count: 300_000)
                let body = try await run(
                    "curl", ["-sS", "--max-time", "20", "--cacert", certificate, "https://localhost:\(port)/hello"])
                #expect(body == "hello")
                let posted = try await run(
                    "curl",
                    [
                        "-sS", "--max-time", "20", "--cacert", certificate, "-H", "X-Extra: y", "--data-binary",
                        String(large.prefix(100_000)), "https://localhost:\(port)/items",
                    ])
                #expect(posted == "100000 y")
                let plain = try RawClient(port: port)
                try await plain.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await !plain.readToEnd().contains("hello"))
            }
        }
    }

    @Test func `a certificate that cannot be used is refused with its path`() async throws {
        try await withCertificate { certificate, key in
            try await withCertificate { _, otherKey in
                let bad: [(String?, String?, String)] = [
                    (certificate, nil, "both"), (nil, key, "both"), ("/no/such.pem", key, "/no/such.pem"),
                    (certificate, "/no/such.pem", "/no/such.pem"), (key, key, key),
                    (certificate, otherKey, "key"),
                ]
                for (certificateFile, keyFile, part) in bad {
                    var configuration = WebServer.Configuration()
                    configuration.certificateFile = certificateFile
                    configuration.keyFile = keyFile
                    let server = WebServer(configuration, router: .echo)
                    let error = await #expect(throws: WebServerError.self) { try await server.start() }
                    #expect(error?.code == .invalidCertificate)
                    #expect(error?.description.contains(part) == true)
                }
            }
        }
    }
}
