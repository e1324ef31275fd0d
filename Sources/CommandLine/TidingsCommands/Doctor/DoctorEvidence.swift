import Foundation
import ProjectDoctor
import PushModel
import Timekeeping

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What `tidings doctor` looks at besides the project: files that were named, and servers that were.
struct DoctorEvidence {
    let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func subject() async throws -> Subject {
        var subject = Subject(now: SystemTime().now)
        subject.profiles = try invocation.values("profile").map { path in
            ProfileEvidence(path: path, bytes: try bytes(path, "profile", limit: ProjectSearch.profileByteLimit))
        }
        if let path = invocation.value("apns-key") {
            let text = String(decoding: try bytes(path, "apns-key", limit: 1 << 16), as: UTF8.self)
            subject.key = KeyEvidence(
                path: path, text: text, givenID: invocation.value("key-id"), givenTeam: invocation.value("team-id"))
        } else if let option = ["key-id", "team-id"].first(where: { invocation.value($0) != nil }) {
            throw CommandError(.missingOption, "--\(option) goes with --apns-key FILE.")
        }
        if let path = invocation.value("payload") {
            subject.payload = PayloadEvidence(path: path, bytes: try await payload(path))
        }
        subject.deviceToken = invocation.value("token")
        if let name = invocation.value("environment") {
            guard let environment = TokenEnvironment(rawValue: name) else {
                throw CommandError(
                    .invalidValue, "--environment must be sandbox or production, not \(quoted(name)).")
            }
            subject.sendsTo = environment
        }
        if invocation.value("server") != nil { subject.server = try await server() }
        if let address = invocation.value("clock") {
            guard subject.server == nil else {
                throw CommandError(.invalidValue, "--server has a clock already. Leave out --clock.")
            }
            subject.server = try await clock(address)
        }
        return subject
    }

    private func bytes(_ path: String, _ option: String, limit: Int) throws -> [UInt8] {
        guard let bytes = ProjectSearch.bytes(URL(fileURLWithPath: path), limit: limit) else {
            throw CommandError(
                .unusableSetting,
                "Cannot read \(quoted(path)), or it is too large. Check the path that --\(option) names.")
        }
        return bytes
    }

    private func payload(_ path: String) async throws -> [UInt8] {
        guard path == "-" else { return try bytes(path, "payload", limit: 1 << 20) }
        var text = ""
        for await line in invocation.inputLines() { text += line + "\n" }
        return Array(text.utf8)
    }

    /// What the server knows; that it does not answer is a finding, not a failure.
    private func server() async throws -> ServerEvidence {
        let client = try ServerOptions.client(invocation)
        var evidence = ServerEvidence(url: client.server.absoluteString)
        let time = SystemTime()
        do {
            let asked = time.now
            let answer = try await client.answer(
                .init(method: "GET", path: "/v1/apps", query: [.init(name: "limit", value: "100")]))
            evidence.clockLead = Self.lead(answer.headers["date"], since: asked, until: time.now)
            guard (200..<300).contains(answer.status) else {
                evidence.fault = client.refusal(status: answer.status, body: answer.body).description
                return evidence
            }
            let page = (try? JSONValue(parsing: Array(answer.body)))?["data"]
            guard let apps = page?["items"]?.array else {
                evidence.fault = client.noTidings(answer.status).description
                return evidence
            }
            // Of a longer list an app may stand on another page: then nothing is said about a missing one.
            if page?["hasMore"]?.bool == false { evidence.bundleIDs = apps.compactMap { $0["bundleId"]?.string } }
            for app in apps {
                guard let id = app["bundleId"]?.string else { continue }
                evidence.credentialsByApp[id] = (app["credentials"]?.array ?? []).map { credential in
                    let environment = credential["environment"]?.string.flatMap(TokenEnvironment.init(rawValue:))
                    return .init(teamID: credential["teamId"]?.string, environments: environment.map { [$0] } ?? [])
                }
            }
        } catch let error as CommandError where error.code == .unreachable {
            evidence.fault = error.description
        }
        return evidence
    }

    private func clock(_ address: String) async throws -> ServerEvidence {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host != nil else {
            throw CommandError(.invalidValue, "\(quoted(address)) is no address. Write it as https://www.apple.com.")
        }
        var evidence = ServerEvidence(url: address)
        let time = SystemTime()
        let asked = time.now
        var question = URLRequest(url: url, timeoutInterval: 10)
        question.httpMethod = "HEAD"
        let answer = try? await URLSession.shared.data(for: question).1 as? HTTPURLResponse
        evidence.clockLead = Self.lead(answer?.value(forHTTPHeaderField: "Date"), since: asked, until: time.now)
        if evidence.clockLead == nil {
            evidence.fault = "\(address) does not tell the time: the clock was not compared."
        }
        return evidence
    }

    /// How far a clock is ahead that showed this between two moments of ours; it tells whole seconds only.
    static func lead(_ date: String?, since asked: Date, until answered: Date) -> TimeInterval? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        format.timeZone = TimeZone(secondsFromGMT: 0)
        guard let shown = date.flatMap(format.date(from:)) else { return nil }
        return shown.timeIntervalSince(asked.addingTimeInterval(answered.timeIntervalSince(asked) / 2))
    }
}
