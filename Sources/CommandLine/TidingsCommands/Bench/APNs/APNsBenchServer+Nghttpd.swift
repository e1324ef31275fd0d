import Foundation
import HTTP2

extension APNsBenchServer {
    /// nghttpd answers 200 for files that exist, so there is an empty one for each token.
    static func startNghttpd(_ tokenCount: Int, _ folder: URL) async throws -> APNsBenchServer {
        let root = folder.appendingPathComponent("root/3/device")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for number in 0..<tokenCount {
            // Not by Foundation, which would take its time for 100,000 of them.
            let descriptor = open("\(root.path)/\(BenchPushes.token(number))", O_CREAT | O_WRONLY, 0o600)
            guard descriptor >= 0 else {
                throw CommandError(.failed, "Cannot make a file in \(root.path).", exitCode: .failure)
            }
            close(descriptor)
        }
        let authority = try CertificateAuthority()
        let identity = try authority.issue(for: ["localhost", "127.0.0.1"])
        let (ca, chain, key) = (
            folder.appendingPathComponent("nghttpd-ca.pem"), folder.appendingPathComponent("chain.pem"),
            folder.appendingPathComponent("key.pem")
        )
        try authority.certificatePEM.write(to: ca, atomically: true, encoding: .utf8)
        try identity.certificateChainPEM.write(to: chain, atomically: true, encoding: .utf8)
        try identity.privateKeyPEM.write(to: key, atomically: true, encoding: .utf8)
        // It cannot choose a port itself.
        let port = try Loopback.freePort()
        let process = try BenchProcess(
            "nghttpd",
            [
                "-a", "127.0.0.1", "-m", "\(streamCount)", "-d", folder.appendingPathComponent("root").path, "\(port)",
                key.path, chain.path,
            ], package: "nghttp2-server")
        try await waitUntilListening(port, process)
        return APNsBenchServer(kind: .nghttpd, port: port, caFile: ca, process: process)
    }

    private static func waitUntilListening(_ port: Int, _ process: BenchProcess) async throws {
        for _ in 0..<500 where process.isRunning {
            if let descriptor = Loopback.connect(to: port) {
                close(descriptor)
                return
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        process.stop()
        throw CommandError(.failed, "nghttpd does not listen on port \(port).", exitCode: .failure)
    }
}
