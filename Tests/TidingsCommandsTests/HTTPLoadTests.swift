import Testing

@testable import TidingsCommands

@Suite
struct HTTPLoadTests {
    private static let output = """
        finished in 2.05s, 48780.49 req/s, 9.5MB/s
        requests: 4 total, 4 started, 4 done, 4 succeeded, 0 failed, 0 errored, 0 timeout
        status codes: 4 2xx, 0 3xx, 0 4xx, 0 5xx
        """

    @Test func `rate and waiting times are read from what h2load writes`() throws {
        let log = "1\t202\t4000\n2\t202\t1000\n3\t202\t3000\n4\t202\t2000\n"
        let result = try HTTPLoad.result(output: Self.output, log: log, requests: 4)
        #expect(result == HTTPLoad.Result(rate: 48_780.49, p50: 3, p99: 4))
    }

    @Test func `a refused request fails the measurement`() {
        let refused = Self.output.replacing("4 2xx, 0 3xx, 0 4xx", with: "3 2xx, 0 3xx, 1 4xx")
        #expect(throws: CommandError.self) { try HTTPLoad.result(output: refused, log: "1\t202\t1\n", requests: 4) }
        #expect(throws: CommandError.self) { try HTTPLoad.result(output: Self.output, log: "", requests: 4) }
    }
}
