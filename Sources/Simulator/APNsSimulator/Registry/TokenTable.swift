import Locking

/// Something for each device token, found by the bytes of the token in either case.
///
/// Spread over several locks, since every request looks one up. Asking with bytes spares a request its text.
final class TokenTable<Value: AnyObject & Sendable>: Sendable {
    private struct Entry: Sendable {
        let token: [UInt8]
        var value: Value
    }

    /// By hash; the rare tokens that share one stand in one list.
    private typealias Shard = [UInt64: [Entry]]

    private let shards: [Locked<Shard>] = (0..<16).map { _ in Locked([:]) }
    private let seed = UInt64.random(in: 0 ... .max)

    /// What stands for a token, whose bytes have to be hex digits.
    subscript(token: UnsafeBufferPointer<UInt8>) -> Value? {
        let hash = hash(token)
        return shards[Int(hash >> 60)].withLock { shard in
            shard[hash]?.first { Self.isSame($0.token, token) }?.value
        }
    }

    /// Changes or reads what stands for a token given as any text.
    @discardableResult
    func change<Result: Sendable>(_ token: String, _ body: (inout Value?) -> Result) -> Result {
        let bytes = Array(token.lowercased().utf8)
        let hash = bytes.withUnsafeBufferPointer { self.hash($0) }
        return shards[Int(hash >> 60)].withLock { shard in
            var list = shard[hash] ?? []
            let index = list.firstIndex { $0.token == bytes }
            var value = index.map { list[$0].value }
            let result = body(&value)
            if let index { list.remove(at: index) }
            if let value { list.append(Entry(token: bytes, value: value)) }
            shard[hash] = list.isEmpty ? nil : list
            return result
        }
    }

    /// Hex digits only, of which a set sixth bit makes the lowercase ones.
    private static func isSame(_ known: [UInt8], _ token: UnsafeBufferPointer<UInt8>) -> Bool {
        guard known.count == token.count else { return false }
        return known.withUnsafeBytes { known in
            let token = UnsafeRawBufferPointer(token)
            var index = 0
            while index + 8 <= known.count {
                let word = token.loadUnaligned(fromByteOffset: index, as: UInt64.self) | 0x2020_2020_2020_2020
                guard known.loadUnaligned(fromByteOffset: index, as: UInt64.self) == word else { return false }
                index += 8
            }
            while index < known.count {
                guard known[index] == token[index] | 0x20 else { return false }
                index += 1
            }
            return true
        }
    }

    private func hash(_ token: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = seed
        var index = 0
        let raw = UnsafeRawBufferPointer(token)
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) | 0x2020_2020_2020_2020
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            index += 8
        }
        while index < raw.count {
            hash = (hash ^ UInt64(raw[index] | 0x20)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            index += 1
        }
        return hash ^ UInt64(raw.count) &* 0xFF51_AFD7_ED55_8CCD
    }
}
