import APNs
import Foundation

/// The pushes of the measurements: numbered, each with the device token, payload and id that its number stands for.
enum BenchPushes {
    /// The app that pushes are for.
    static let bundleID = "com.example.bench"
    /// The payload of push 0, and of all where one payload is enough: an alert with the envelope of a message, 273 bytes.
    static let payload = payload(0)

    private static let text =
        #"{"aps":{"alert":{"title":"Order 4711","body":"Your parcel is on its way and arrives tomorrow between "#
        + #"9 and 11."},"sound":"default","thread-id":"o-4711","category":"td"},"tidings":{"v":1,"id":"#
        + #""msg_01hzy7k3m4n5p6q7r8s900000000","delivery":"dlv_01hzy7k3m4n5p6q7r8s900000000"}}"#
    private static let template = Array(text.utf8)
    /// Where the numbers in the two ids of the envelope begin.
    private static let numberPlaces: [Int] = {
        let (zeros, text) = (Array("00000000".utf8), template)
        return text.indices.filter { text[$0...].starts(with: zeros) }
    }()

    /// A payload that no other number has, always of the same length.
    static func payload(_ number: Int) -> [UInt8] {
        var payload = template
        for place in numberPlaces {
            var rest = number
            for index in stride(from: place + 7, through: place, by: -1) {
                payload[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        return payload
    }

    /// A device token that no other number has: 64 hexadecimal digits, spread like random ones.
    static func token(_ number: Int) -> String {
        var state = UInt64(number)
        return String(unsafeUninitializedCapacity: 64) { digits in
            for word in 0..<4 {
                // SplitMix64, as good as random here and the same on every run.
                state &+= 0x9E37_79B9_7F4A_7C15
                var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
                mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
                mixed ^= mixed >> 31
                // The number itself is in there, as hashes may meet.
                if word == 3 { mixed = mixed << 32 | UInt64(UInt32(truncatingIfNeeded: number)) }
                for place in 0..<16 {
                    let digit = UInt8(mixed >> UInt64(60 - 4 * place) & 15)
                    digits[16 * word + place] = digit < 10 ? 48 + digit : 87 + digit
                }
            }
            return 64
        }
    }
}

/// Batches of pushes that are made when they are asked for.
struct BenchBatches: AsyncSequence, AsyncIteratorProtocol {
    typealias Element = [PushRequest]

    /// How many pushes there are in all, unless the time is up before.
    let count: Int
    /// When no more are made.
    let end: ContinuousClock.Instant?
    /// How many are made at once.
    var batchSize = 500
    /// Makes the push with a number.
    let push: @Sendable (Int) -> PushRequest
    private var next = 0

    /// Describes the pushes 0 to `count` - 1.
    init(count: Int, until end: ContinuousClock.Instant? = nil, push: @escaping @Sendable (Int) -> PushRequest) {
        self.count = count
        self.end = end
        self.push = push
    }

    func makeAsyncIterator() -> BenchBatches { self }

    mutating func next() async -> [PushRequest]? {
        guard next < count, end.map({ .now < $0 }) ?? true else { return nil }
        let numbers = next..<Swift.min(next + batchSize, count)
        next = numbers.upperBound
        return numbers.map(push)
    }
}
