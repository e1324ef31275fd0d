import Testing

@testable import Storage

@Suite
struct CheckpointPolicyTests {
    @Test func `the bulk is copied in the background and the rest by the writer`() {
        var policy = CheckpointPolicy(pageCount: 100, pageLimit: 1_000)
        #expect(policy.committed(logPages: 99, copyFinished: false) == .nothing)
        #expect(policy.committed(logPages: 100, copyFinished: false) == .requestCopy)
        #expect(policy.committed(logPages: 250, copyFinished: false) == .nothing)
        #expect(policy.committed(logPages: 260, copyFinished: true) == .finishCopy)
        // The log has started anew.
        #expect(policy.committed(logPages: 10, copyFinished: false) == .nothing)
        #expect(policy.committed(logPages: 110, copyFinished: false) == .requestCopy)
    }

    @Test func `a log that a reader keeps from starting anew is not copied again after each commit`() {
        var policy = CheckpointPolicy(pageCount: 100, pageLimit: 1_000)
        #expect(policy.committed(logPages: 100, copyFinished: false) == .requestCopy)
        #expect(policy.committed(logPages: 120, copyFinished: true) == .finishCopy)
        for pages in 121..<220 { #expect(policy.committed(logPages: pages, copyFinished: false) == .nothing) }
        #expect(policy.committed(logPages: 220, copyFinished: false) == .requestCopy)
    }

    @Test func `writers wait when the log reaches its limit`() {
        var policy = CheckpointPolicy(pageCount: 100, pageLimit: 1_000)
        #expect(policy.committed(logPages: 900, copyFinished: false) == .requestCopy)
        #expect(policy.committed(logPages: 1_000, copyFinished: false) == .forceRestart)
    }
}
