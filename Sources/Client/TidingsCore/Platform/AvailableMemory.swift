#if os(iOS) || os(watchOS) || os(tvOS) || os(visionOS)
    import os
#endif

/// How much memory the system leaves to this process before it ends it.
package enum AvailableMemory {
    /// The bytes that are left; nil where the system sets no limit, or tells nobody.
    package static var byteCount: Int? {
        #if os(iOS) || os(watchOS) || os(tvOS) || os(visionOS)
            // 0 means that the process has no limit.
            let left = os_proc_available_memory()
            return left > 0 ? left : nil
        #else
            return nil
        #endif
    }
}
