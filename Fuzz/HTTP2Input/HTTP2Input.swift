/// Bytes that a stranger can send on an HTTP/2 connection, given to both sides of ours as they come out of TLS.
///
/// The first byte chooses the side and how the rest is cut into pieces. Nothing may crash, each request of the client must
/// end exactly once, and a connection that is over must leave nothing behind. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP2Input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1, let sides = Sides.shared else { return 0 }
    let choice = start[0]
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    // Whole, or in pieces of up to 127 bytes: frames do not come as they were sent.
    let pieceSize = choice >> 1 == 0 ? bytes.count : Int(choice >> 1)
    let pieces = stride(from: 0, to: bytes.count, by: pieceSize).map {
        Array(bytes[$0..<min($0 + pieceSize, bytes.count)])
    }
    sides.perform { choice & 1 == 0 ? sides.serve(pieces) : sides.ask(pieces) }
    return 0
}
