import Foundation
import PushModel
import WebServer

@testable import API

/// The query of a list, cursor included, as a caller can write it.
///
/// The first byte chooses: the text of a cursor, or a whole query of pairs. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzListCursor(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let text = String(decoding: UnsafeBufferPointer(start: start + 1, count: count - 1), as: UTF8.self)
    start[0].isMultiple(of: 2) ? readCursor(text) : readQuery(text)
    return 0
}

private func readCursor(_ text: String) {
    for list in ["messages", "devices", ""] {
        guard let position = Cursor.position(text, in: list) else { continue }
        precondition(position >= 0, "a place before the beginning")
        let again = Cursor.text(position, in: list)
        precondition(Cursor.position(again, in: list) == position, "a cursor loses its place")
        precondition(Cursor.position(again, in: list + "x") == nil, "a cursor of one list is good for another")
    }
}

private func readQuery(_ text: String) {
    let pairs = text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
    }
    let request = HTTPRequest(method: "GET", path: "/v1/messages", query: pairs)
    do {
        let query = try ListQuery(request, list: "messages", filters: ["status"])
        precondition((1...100).contains(query.limit), "a page of any size")
        precondition(Set(query.filters.keys).isSubset(of: ["status"]), "a filter that nobody asked for")
        precondition(Set(pairs.map(\.name)).count == pairs.count, "a parameter twice")
        precondition((query.position == nil) == !pairs.contains { $0.name == "cursor" }, "a cursor is overlooked")
    } catch {
        let (answer, isFault) = APIError.answer(to: error)
        precondition(!isFault && answer.code.status == 400, "a bad query is answered \(answer.code.name)")
    }
}
