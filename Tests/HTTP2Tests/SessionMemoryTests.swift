import CNghttp2
import Foundation
import TestSupport
import Testing

@testable import HTTP2

/// The memory that nghttp2 works with; leaks and overruns show under the address sanitizer.
struct SessionMemoryTests {
    @Test func `a block that was given back is handed out again for the same size, aligned as C promises`() throws {
        let memory = SessionMemory()
        let functions = memory.functions
        for size in [0, 1, 31, 32, 33, 500, 1024, 1025, 70_000] {
            let block = try #require(functions.malloc(size, functions.mem_user_data))
            #expect(UInt(bitPattern: block) % 16 == 0)
            memset(block, 0xAB, size)
            functions.free(block, functions.mem_user_data)
            guard (1...1024).contains(size) else { continue }
            #expect(functions.malloc(size, functions.mem_user_data) == block)
            functions.free(block, functions.mem_user_data)
        }
        functions.free(nil, functions.mem_user_data)
    }

    @Test func `a block that grows keeps what is in it, and a cleared one is clear though it was used before`() throws {
        let memory = SessionMemory()
        let functions = memory.functions
        var block = try #require(functions.realloc(nil, 3, functions.mem_user_data))
        for index in 0..<3 { block.storeBytes(of: UInt8(index + 1), toByteOffset: index, as: UInt8.self) }
        for size in [30, 40, 2000, 90_000, 10] {
            block = try #require(functions.realloc(block, size, functions.mem_user_data))
            #expect((0..<3).map { block.load(fromByteOffset: $0, as: UInt8.self) } == [1, 2, 3])
        }
        functions.free(block, functions.mem_user_data)
        let dirty = try #require(functions.malloc(64, functions.mem_user_data))
        memset(dirty, 0xFF, 64)
        functions.free(dirty, functions.mem_user_data)
        let clear = try #require(functions.calloc(8, 8, functions.mem_user_data))
        #expect(clear == dirty)
        #expect((0..<64).allSatisfy { clear.load(fromByteOffset: $0, as: UInt8.self) == 0 })
        functions.free(clear, functions.mem_user_data)
        #expect(functions.calloc(.max, 2, functions.mem_user_data) == nil, "a size past all numbers is refused")
    }
}
