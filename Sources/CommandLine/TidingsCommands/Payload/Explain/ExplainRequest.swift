import APNsSimulator
import Foundation
import PayloadRehearsal
import Payloads
import PushModel
import SimulatedDevice

/// What a call of `tidings payload explain` asks for.
struct ExplainRequest {
    /// What the push is called.
    let name: String
    private let push: RehearsedPush
    private let format: PayloadFormat
    private let findings: [LintFinding]
    private let situations: [Situation]
    private let earlier: [Rehearsal.Earlier]
    private let sounds: URL?
    private let response: Rehearsal.Response

    init(_ invocation: Invocation) throws {
        let source = try PayloadSource(invocation)
        name = source.name
        let document: PayloadDocument
        do throws(PayloadInputError) { document = try source.document() } catch {
            throw CommandError(.init(rawValue: error.code.rawValue), "\(quoted(name)): \(error.message)")
        }
        push = RehearsedPush(
            payload: document.wire, headers: document.headers.map { .init($0.name, $0.value) },
            pushType: document.impliedPushType, bundleID: Self.bundleID)
        format = document.format
        findings = PayloadLint().findings(in: try Self.completed(document, source, push))
        let states = try Self.values("state", invocation) { PhoneState(rawValue: $0) }
        let with = try Self.values("with", invocation) { Circumstance(rawValue: $0) }
        let without = try Self.values("without", invocation) { Circumstance(rawValue: $0) }
        if let both = with.first(where: without.contains) {
            throw CommandError(.invalidValue, "\(both.rawValue) stands under --with and --without. Choose one.")
        }
        let all = states.isEmpty ? PhoneState.allCases : PhoneState.allCases.filter(states.contains)
        situations =
            with.isEmpty && without.isEmpty
            ? Situation.matrix(all) : all.map { Situation($0, with: Set(with), without: Set(without)) }
        earlier =
            invocation.values("on-screen").map { Rehearsal.Earlier(collapseID: $0) }
            + invocation.values("on-screen-thread").map { Rehearsal.Earlier(thread: $0) }
        guard earlier.count <= 100 else {
            throw CommandError(.invalidValue, "At most 100 notifications can be on screen; there are \(earlier.count).")
        }
        sounds = try invocation.value("sounds").map { path in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
                throw CommandError(.unusableSetting, "--sounds: there is no folder at \(quoted(path)).")
            }
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        response =
            try invocation.value("then").map { word in
                guard let response = Rehearsal.Response(rawValue: word), response != .nothing else {
                    throw CommandError(.invalidValue, "--then is tap or dismiss, not \(quoted(word)).")
                }
                return response
            } ?? .nothing
    }

    /// The push with the headers that are assumed here, so that nobody is told that they are missing.
    private static func completed(
        _ document: PayloadDocument, _ source: PayloadSource, _ push: RehearsedPush
    ) throws -> PayloadDocument {
        guard document.hasHeaders else { return document }
        let assumed = push.headers.filter(\.isAssumed).map { PayloadHeader($0.name, $0.value) }
        return try PayloadDocument(reading: source.bytes, as: source.format, headers: source.headers + assumed)
    }

    /// The app that the push is for when no topic says so.
    private static let bundleID = "com.example.app"

    private static func values<Value: CaseIterable & RawRepresentable<String>>(
        _ option: String, _ invocation: Invocation, _ read: (String) -> Value?
    ) throws -> [Value] {
        try invocation.values(option).map { word in
            guard let value = read(word) else {
                let known = Value.allCases.map(\.rawValue)
                throw CommandError(
                    .invalidValue,
                    "--\(option) knows no \(quoted(word)). "
                        + suggestion(
                            for: word, among: known, otherwise: "It is one of \(known.joined(separator: ", "))."))
            }
            return value
        }
    }

    /// Runs the phones.
    func explanation() async throws -> Explanation {
        do throws(APNsSimulator.Refusal) { _ = try push.check() } catch {
            return Explanation(push, format, findings, refusal: error)
        }
        let type = push["apns-push-type"] ?? ""
        guard [PushType.alert, .background, .voip].map(\.rawValue).contains(type) else {
            throw CommandError(
                .invalidValue,
                "The simulated iPhone takes pushes of the types alert, background and voip, not \(quoted(type)).")
        }
        let outcomes: [Outcome]
        do {
            outcomes = try await Rehearsal(push, earlier: earlier, sounds: sounds, response: response).outcomes(
                in: situations)
        } catch let error as TimelineError {
            throw CommandError(
                .failed,
                "A simulated phone did nothing more for \(error.deadline). Try again when the machine is less busy.",
                exitCode: .failure)
        }
        return Explanation(push, format, findings, Array(zip(situations, outcomes)))
    }
}
