import HTTP2
import PushModel
import TestSupport
import Testing

@testable import APNsSimulator

/// What the simulator keeps of the pushes it saw is bounded, and what it keeps is right.
@Suite struct KeepingTests {
    private func alert(_ number: Int, of size: Int) -> [UInt8] {
        let start = Array(#"{"aps":{"alert":"\#(number)"},"x":""#.utf8)
        return start + [UInt8](repeating: UInt8(ascii: "x"), count: size - start.count - 2) + Array("\"}".utf8)
    }

    @Test(.rows("AS31"))
    func `all devices together keep the newest pushes up to a number of bytes`() throws {
        let limit = 1 << 20
        let trial = try Trial { $0.deviceLogByteLimit = limit }
        let devices = (0..<20).map { trial.core.devices.addDevice(name: "\($0)") }
        let tokens = devices.map { trial.core.devices.register(Trial.bundleID, .production, .alert, on: $0) }
        for round in 0..<100 {
            for token in tokens {
                #expect(
                    trial.answer {
                        $0.path = "/3/device/\(token)"
                        $0.body = alert(round, of: 3000)
                    } == "200")
            }
        }
        let kept = devices.map { $0.fetch(after: 0, limit: 1000).pushes }
        let bytes = kept.reduce(0) { $0 + $1.reduce(0) { $0 + $1.payload.count } }
        #expect(bytes <= limit + limit / 8 && bytes > limit / 2, "\(bytes)")
        for (device, pushes) in zip(devices, kept) {
            // The newest of each, without a gap in their numbers, on the screen as well.
            #expect(pushes.last?.sequence == 100 && pushes.last?.payload == alert(99, of: 3000))
            #expect(pushes.map(\.sequence) == Array(101 - pushes.count...100))
            #expect(device.screen.count == pushes.count)
        }
    }

    @Test(.rows("AS31")) func `what waits for a device that is offline is not forgotten for others`() throws {
        let trial = try Trial { $0.deviceLogByteLimit = 100_000 }
        let other = trial.core.devices.addDevice(name: "other")
        let token = trial.core.devices.register(Trial.bundleID, .production, .alert, on: other)
        other.setOnline(false, milliseconds: 0)
        trial.send {
            $0.path = "/3/device/\(token)"
            $0.body = alert(7, of: 3000)
        }
        for number in 0..<200 { trial.send { $0.body = alert(number, of: 3000) } }
        #expect(trial.device.fetch(after: 0, limit: 1000).pushes.count < 50)
        other.setOnline(true, milliseconds: 0)
        #expect(other.fetch(after: 0, limit: 9).pushes.map(\.payload) == [alert(7, of: 3000)])
    }

    @Test(.rows("AS31")) func `the log is bounded by bytes as well as by number`() {
        let log = RequestLog(limit: 1000, byteLimit: 50_000)
        for number in 1...400 {
            let fields = PushFields(
                method: "POST", path: "/3/device/\(number)", headers: [.init("authorization", "bearer secret")],
                body: [UInt8](repeating: 1, count: number % 2 == 0 ? 4000 : 10))
            log.append(
                RequestLog.Entry(
                    request: KeptRequest(fields, id: nil), receivedAt: 0, environment: .production, connection: 1,
                    status: 200, reason: nil))
        }
        let kept = log.entries(after: 0, limit: .max)
        #expect(log.count == 400 && kept.last?.sequence == 400 && kept.last?.path == "/3/device/400")
        #expect(kept.map(\.sequence) == Array(401 - kept.count...400))
        #expect((16...24).contains(kept.count), "\(kept.count)")
        #expect(log.entries(after: 398, limit: 1).map(\.sequence) == [399])
        #expect(log.entries(after: 500, limit: 9).isEmpty)
        #expect(kept.allSatisfy { $0.headers.isEmpty })
    }

    @Test func `a ring keeps the order through growing, shrinking and gaps`() {
        var ring = Ring<Int>()
        var model: [Int] = []
        for number in 0..<5000 {
            ring.append(number)
            model.append(number)
            if number % 7 == 0 {
                ring.removeFirst(3)
                model.removeFirst(min(3, model.count))
            }
        }
        #expect(Array(ring.suffix(from: 0)) == model && ring.first == model.first && ring.count == model.count)
        ring.removeFirst(model.count - 5)
        #expect(Array(ring.suffix(from: 2)) == model.suffix(3) && ring[5] == nil)
        ring.removeAll { $0.isMultiple(of: 2) }
        #expect(Array(ring.suffix(from: 0)) == model.suffix(5).filter { !$0.isMultiple(of: 2) })
        ring.removeFirst(9)
        #expect(ring.first == nil && ring.count == 0)
    }

    @Test(.rows("B32")) func `a token is found in either case, and only as a whole`() {
        let table = TokenTable<PushTarget>()
        let target = PushTarget(topic: "a", bundleID: "a")
        func find(_ token: String) -> PushTarget? { Array(token.utf8).withUnsafeBufferPointer { table[$0] } }
        table.change("00AAbbccddeeff0011") { $0 = target }
        #expect(find("00aabbccddeeff0011") === target && find("00AABBCCDDEEFF0011") === target)
        for other in ["00aabbccddeeff001", "00aabbccddeeff001100", "00aabbccddeeff0012", "10aabbccddeeff0011", ""] {
            #expect(find(other) == nil)
        }
        table.change("00aabbccddeeff0011") { $0 = nil }
        #expect(find("00aabbccddeeff0011") == nil)
    }

    @Test(.rows("B33")) func `an id goes out as it came or in lowercase hex`() throws {
        let text = "0123ABCD-ef01-4234-8567-89abcdef0123"
        let id = try #require(AnswerID(text))
        var bytes = [UInt8](repeating: 0, count: 40)
        let count = bytes.withUnsafeMutableBytes { id.write(into: $0) }
        #expect(id.text == text && Array(text.utf8) == Array(bytes.prefix(count)))
        let made = (0..<1000).map { _ in AnswerID.random().text }
        #expect(made.allSatisfy { CanonicalUUID.accepts($0) && $0.dropFirst(14).first == "4" })
        #expect(Set(made.joined()).subtracting("0123456789abcdef-").isEmpty && Set(made).count == 1000)
    }
}
