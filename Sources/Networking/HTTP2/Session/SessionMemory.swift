import CNghttp2

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The memory of one nghttp2 session: small blocks are kept when they are given back, and handed out again.
///
/// For each request nghttp2 takes and returns a dozen blocks of the same few sizes, for which a general allocator, which
/// has to think of threads and neighbours, takes a tenth of the time of the whole request. A session is used on one
/// thread, so its blocks can simply be lined up by size.
struct SessionMemory: ~Copyable {
    /// The first kept block of each size; each holds the address of the next.
    private let lists: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// Sizes are multiples of this.
    private static let step = 32
    /// Larger blocks come from the system each time.
    private static let listCount = 33
    /// Before each block stands its size; as long as the alignment that C promises.
    private static let headSize = 16

    /// Starts without any.
    init() {
        lists = .allocate(capacity: Self.listCount)
        lists.initialize(repeating: nil, count: Self.listCount)
    }

    deinit {
        for index in 0..<Self.listCount {
            while let block = lists[index] {
                lists[index] = block.load(as: UnsafeMutableRawPointer?.self)
                free(block - Self.headSize)
            }
        }
        lists.deallocate()
    }

    /// What nghttp2 calls, valid as long as this value.
    var functions: nghttp2_mem {
        borrowing get {
            nghttp2_mem(
                mem_user_data: lists,
                malloc: { count, context in SessionMemory.take(count, context) },
                free: { block, context in SessionMemory.giveBack(block, context) },
                calloc: { count, size, context in
                    let (total, isTooMuch) = count.multipliedReportingOverflow(by: size)
                    guard !isTooMuch, let block = SessionMemory.take(total, context) else { return nil }
                    return memset(block, 0, total)
                },
                realloc: { block, count, context in
                    guard let block else { return SessionMemory.take(count, context) }
                    let size = SessionMemory.size(of: block)
                    guard count > size else { return block }
                    guard let larger = SessionMemory.take(count, context) else { return nil }
                    memcpy(larger, block, size)
                    SessionMemory.giveBack(block, context)
                    return larger
                })
        }
    }

    private static func size(of block: UnsafeMutableRawPointer) -> Int { (block - headSize).load(as: Int.self) }

    private static func take(_ count: Int, _ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        let index = (count + step - 1) / step
        let lists = context?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        if let lists, index < listCount, let block = lists[index] {
            lists[index] = block.load(as: UnsafeMutableRawPointer?.self)
            return block
        }
        let size = max(1, index) * step
        guard let start = malloc(headSize + size) else { return nil }
        start.storeBytes(of: size, as: Int.self)
        return start + headSize
    }

    private static func giveBack(_ block: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
        guard let block else { return }
        let index = size(of: block) / step
        guard let lists = context?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self), index < listCount else {
            free(block - headSize)
            return
        }
        block.storeBytes(of: lists[index], as: UnsafeMutableRawPointer?.self)
        lists[index] = block
    }
}
