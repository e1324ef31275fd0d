import TestSupport
import Testing

@testable import Metrics

@Suite
struct MetricsTests {
    @Test func `counters are written by label, with help and type once`() {
        let counter = Counter("pushes_total", "Pushes.", labels: ["result", "reason"])
        counter.add(2, "rejected", "a \"b\"\\\n")
        counter.add(1, "accepted", "")
        counter.add(3, "accepted", "")
        var page = MetricsPage()
        counter.write(to: &page)
        #expect(
            page.text == """
                # HELP pushes_total Pushes.
                # TYPE pushes_total counter
                pushes_total{result="accepted",reason=""} 4
                pushes_total{result="rejected",reason="a \\"b\\"\\\\\\n"} 2

                """)
    }

    @Test func `a counter without labels is there before it counts`() {
        var page = MetricsPage()
        Counter("wakes_total", "Wakes.").write(to: &page)
        #expect(page.text.hasSuffix("\nwakes_total 0\n"))
    }

    @Test func `the classes of a histogram add up to its count`() {
        let histogram = Histogram("answer_seconds", "Answers.", labels: ["route"], bounds: [0.1, 1])
        for milliseconds in [50, 100, 101, 5_000] { histogram.observe(.milliseconds(milliseconds), "/v1") }
        var page = MetricsPage()
        histogram.write(to: &page)
        #expect(
            page.text == """
                # HELP answer_seconds Answers.
                # TYPE answer_seconds histogram
                answer_seconds_bucket{route="/v1",le="0.1"} 2
                answer_seconds_bucket{route="/v1",le="1"} 3
                answer_seconds_bucket{route="/v1",le="+Inf"} 4
                answer_seconds_sum{route="/v1"} 5.251
                answer_seconds_count{route="/v1"} 4

                """)
    }

    @Test func `the process tells its memory, time and files`() throws {
        var page = MetricsPage()
        ProcessMetrics.write(to: &page)
        for name in [
            "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
            "process_start_time_seconds",
        ] {
            let line = try #require(page.text.split(separator: "\n").first { $0.hasPrefix("\(name) ") })
            let value = try #require(Double(line.dropFirst(name.count + 1)))
            // A test that has just begun may have used less than a tick of the clock.
            #expect(value > 0 || name == "process_cpu_seconds_total")
        }
    }
}
