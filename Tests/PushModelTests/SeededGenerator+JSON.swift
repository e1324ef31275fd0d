import PushModel
import TestSupport

extension SeededGenerator {
    /// Damages bytes in a few places.
    mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        var damaged = bytes
        let grammar = Array("{}[]\",:\\/0-9.eEtfnu \u{0}\u{7F}\u{80}\u{FF}".utf8)
        for _ in 0..<Int.random(in: 1...4, using: &self) where !damaged.isEmpty {
            let index = Int.random(in: 0..<damaged.count, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: damaged[index] = UInt8.random(in: 0...255, using: &self)
            case 1: damaged.remove(at: index)
            case 2: damaged.insert(grammar[Int.random(in: 0..<grammar.count, using: &self)], at: index)
            case 3: damaged[index] = grammar[Int.random(in: 0..<grammar.count, using: &self)]
            case 4: damaged.removeSubrange(index..<min(damaged.count, index + 5))
            default: damaged.insert(contentsOf: damaged[index..<min(damaged.count, index + 7)], at: index)
            }
        }
        return damaged
    }

    /// A random JSON value.
    mutating func value(depth: Int = 4) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
        case 0: return .null
        case 1: return .bool(.random(using: &self))
        case 2: return .int(.random(in: .min ... .max, using: &self))
        case 3: return .double(.random(in: -1e6...1e6, using: &self))
        case 4, 5: return .string(string())
        case 6: return .array((0..<Int.random(in: 0..<4, using: &self)).map { _ in value(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0..<4, using: &self) { object[string()] = value(depth: depth - 1) }
            return .object(object)
        }
    }

    mutating func string() -> String {
        let pieces = [
            "a", "Z", "\"", "\\", "/", "\n", "\u{1}", "\u{1F}", "é", "😀", "漢", "\u{7F}", " ", "\u{2028}", "aps",
        ]
        return (0..<Int.random(in: 0..<6, using: &self)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &self)]
        }.joined()
    }
}

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
