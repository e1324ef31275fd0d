import HTTP2

@testable import APNsSimulator

/// A request in lines of text.
struct Request {
    let fields: PushFields

    init(_ input: UnsafeBufferPointer<UInt8>) {
        var rest = input[...]
        func line() -> String? {
            guard !rest.isEmpty else { return nil }
            let text = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(text.count + 1)
            return String(decoding: text, as: UTF8.self)
        }
        let words = (line() ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        var headers: [HTTP2Header] = []
        while let text = line(), !text.isEmpty {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            headers.append(HTTP2Header(String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
        }
        fields = PushFields(
            method: String(words[0]), path: words.count > 1 ? String(words[1]) : "", headers: headers,
            body: Array(rest))
    }
}
