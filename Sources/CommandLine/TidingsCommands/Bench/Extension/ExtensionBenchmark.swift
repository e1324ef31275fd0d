import Foundation
import PushModel
import SimulatedDevice

extension Benchmark {
    /// What a push costs the service extension.
    static let serviceExtension = Benchmark(
        "extension",
        "CPU time and memory of the service extension in its own process: a text, a sealed text, a picture."
    ) { order in try await ExtensionBenchmark(note: order.note).run() }
}

/// Measures what pushes cost the sample app's extension, on a simulated phone with a real server behind it.
///
/// The extension runs in a process of its own, which stands still between two pushes: what its clock says before and
/// after one is what that push cost. The simulated frameworks are part of it; an iPhone's are not.
struct ExtensionBenchmark {
    let note: @Sendable (String) -> Void
    /// How many pushes of each kind are measured, beside the first one that starts the process.
    var pushes = 30
    /// The bytes of the picture: as many as the system takes.
    var pictureBytes = 10_000_000
    /// The programs that the phone runs.
    var programs: SamplePrograms?

    /// What a text may cost, in milliseconds of CPU time.
    static let textLimit = 5.0
    /// What an extension may have, in megabytes; the phone ends it beyond.
    static let memoryLimit = 24.0

    /// The costs of one kind of push.
    struct Costs: Sendable {
        /// CPU time of the first push, with the start of the process.
        let first: Double
        /// CPU time of a later push: the middle one of all.
        let later: Double
        /// The most memory at any time beyond what the process had when it was started.
        let memory: Double
    }

    /// CPU times and memory of the three kinds.
    func run() async throws -> [Figure] {
        let programs = try programs ?? SamplePrograms.beside()
        let text = try await measure("text", programs, ["title": "Kite", "body": "It has left."])
        let sealed = try await measure(
            "sealed", programs, ["title": "Kite", "body": "It has left.", "encrypt": "device"])
        let picture = try await measure(
            "picture", programs,
            ["title": "Kite", "body": "It has left.", "imageUrl": .string(PictureServer.publicURL)])
        let size = Double(pictureBytes) / 1e6
        return [
            Figure(
                "extension.text.cpu", text.later, unit: "CPU ms", reference: Self.textLimit, referenceName: "limit",
                target: .atMost(1)),
            Figure("extension.text.cpu.first", text.first, unit: "CPU ms, start of the process included"),
            Figure("extension.sealed.cpu", sealed.later, unit: "CPU ms"),
            Figure("extension.picture.cpu", picture.later, unit: "CPU ms"),
            Figure(
                "extension.text.memory", text.memory, unit: "MB", reference: Self.memoryLimit, referenceName: "limit",
                target: .atMost(1)),
            Figure(
                "extension.sealed.memory", sealed.memory, unit: "MB", reference: Self.memoryLimit,
                referenceName: "limit", target: .atMost(1)),
            // Less than the picture itself: at no time was all of it in memory.
            Figure(
                "extension.picture.memory", picture.memory - text.memory, unit: "MB more than a text", reference: size,
                referenceName: "the picture", target: .atMost(0.3)),
        ]
    }

    private func measure(_ kind: String, _ programs: SamplePrograms, _ fields: JSONObject) async throws -> Costs {
        note("\(kind): \(pushes + 1) pushes")
        let stage = try await ExtensionStage.start(programs: programs, pictureBytes: pictureBytes)
        do {
            let first = try await stage.push(fields)
            var later: [Double] = []
            var memory = first.addedMegabytes
            for _ in 0..<pushes {
                let push = try await stage.push(fields)
                later.append(push.cpuMilliseconds)
                memory = max(memory, push.addedMegabytes)
            }
            await stage.stop()
            return Costs(
                first: first.cpuMilliseconds, later: later.sorted()[later.count / 2], memory: memory)
        } catch {
            await stage.stop()
            throw error
        }
    }
}
