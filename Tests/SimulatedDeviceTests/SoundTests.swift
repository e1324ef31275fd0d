import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SoundTests {
    /// A WAV file of 8,000 bytes a second.
    private func wave(seconds: Int) -> Data {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let count = 8000 * seconds
        var bytes = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        return Data(bytes + Array("data".utf8) + little(count, 4)) + Data(count: count)
    }

    private func big(_ value: UInt64, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// An AIFF file that says how long it is; nothing else of it is read.
    private func aiff(seconds: Int) -> Data {
        // 8000 Hz as a float of 80 bits: 1.953125 times two to the power of twelve.
        let rate = big(16383 + 12, 2) + big(0xFA00_0000_0000_0000, 8)
        let common = big(1, 2) + big(UInt64(8000 * seconds), 4) + big(8, 2) + rate
        return Data(Array("FORM".utf8) + big(26, 4) + Array("AIFFCOMM".utf8) + big(18, 4) + common)
    }

    /// A CAF file of one byte a frame.
    private func caf(seconds: Int) -> Data {
        let format = big(8000.0.bitPattern, 8) + Array("lpcm".utf8) + big(0, 4) + big(1, 4) + big(1, 4)
        let count = 8000 * seconds
        let bytes =
            Array("caff".utf8) + big(1, 2) + big(0, 2) + Array("desc".utf8) + big(32, 8) + format + big(1, 4)
            + big(8, 4) + Array("data".utf8) + big(UInt64(4 + count), 8) + big(0, 4)
        return Data(bytes) + Data(count: count)
    }

    private func sound(_ test: TestPhone, _ name: String) async throws -> String? {
        try await test.push(#"{"aps":{"alert":"Hi","sound":"\#(name)"}}"#, until: .shown)["soundName"]
    }

    @Test(.rows("F40")) func `a sound is looked for in the app's folder, its group's and the app itself`() async throws
    {
        let resources = FileManager.default.temporaryDirectory.appendingPathComponent("sounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: resources) }
        try wave(seconds: 1).write(to: resources.appendingPathComponent("built-in.wav"))
        let test = try await makePhone(delegate: { ScriptedDelegate() }) { $0.resources = resources }
        try await test.phone.launch()
        try await test.inApp {
            let containers = SimulatedProcess.current.containers
            let group = try #require(containers.group("group.dev.tidings"))
            for (folder, name) in [(containers.home, "own.wav"), (group, "shared.wav")] {
                let sounds = folder.appendingPathComponent("Library/Sounds")
                try FileManager.default.createDirectory(at: sounds, withIntermediateDirectories: true)
                try wave(seconds: 1).write(to: sounds.appendingPathComponent(name))
            }
        }
        try await test.phone.background()
        for name in ["built-in.wav", "own.wav", "shared.wav", "default"] {
            #expect(try await sound(test, name) == name)
        }
        #expect(try await sound(test, "nowhere.wav") == "default")
        await test.phone.stop()
    }

    @Test(.rows("F40")) func `what is too long, of another kind or damaged gives the default sound`() async throws {
        let resources = FileManager.default.temporaryDirectory.appendingPathComponent("sounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: resources) }
        let files: [(String, Data, Bool)] = [
            ("short.wav", wave(seconds: 29), true), ("long.wav", wave(seconds: 30), false),
            ("short.aiff", aiff(seconds: 29), true), ("long.aif", aiff(seconds: 31), false),
            ("short.caf", caf(seconds: 29), true), ("long.caf", caf(seconds: 31), false),
            ("short.mp3", wave(seconds: 1), false), ("text.wav", Data("no sound".utf8), false),
            ("cut.caf", caf(seconds: 1).prefix(30), false), ("empty.wav", Data(), false),
        ]
        for (name, data, _) in files { try data.write(to: resources.appendingPathComponent(name)) }
        let test = try await makePhone(changing: { $0.resources = resources })
        for (name, _, isPlayed) in files {
            let played = try await sound(test, name)
            #expect(played == (isPlayed ? name : "default"), "\(name)")
        }
        #expect(try await sound(test, "./short.wav") == "default")
        await test.phone.stop()
    }
}
