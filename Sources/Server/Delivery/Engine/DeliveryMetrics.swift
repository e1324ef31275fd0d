internal import Metrics
internal import Storage

/// Counts what became of deliveries in this process; the database holds what became of each.
struct DeliveryMetrics: Sendable {
    private let planned = Counter(
        "tidings_deliveries_planned_total", "Deliveries made of messages, skipped ones included.")
    private let attempts = Counter(
        "tidings_delivery_attempts_total", "Attempts by what came of them; reason is APNs' own.",
        labels: ["result", "reason"])
    private let outcomes = Counter(
        "tidings_deliveries_total", "Deliveries that ended, by outcome; those skipped while planning are not counted.",
        labels: ["outcome"])
    private let durations = Histogram(
        "tidings_delivery_batch_duration_seconds", "Time from claiming a batch to recording what came of it.")

    func planned(_ count: Int) { if count > 0 { planned.add(count) } }

    func recorded(_ records: [AttemptRecord]) {
        // Most of a batch went the same way: it is added up before the counters that all share are touched.
        var ways: [[String]: Int] = [:]
        var ends: [DeliveryOutcome: Int] = [:]
        for record in records {
            ways[[record.result, record.providerReason ?? ""], default: 0] += 1
            if case .finish(let outcome, _) = record.next { ends[outcome, default: 0] += 1 }
        }
        for (way, count) in ways { attempts.add(count, way[0], way[1]) }
        for (outcome, count) in ends { outcomes.add(count, outcome.rawValue) }
    }

    func finishedUnsent(_ outcome: DeliveryOutcome) { outcomes.add(1, outcome.rawValue) }

    func batch(took duration: Duration) { durations.observe(duration) }

    func write(to page: inout MetricsPage) {
        planned.write(to: &page)
        attempts.write(to: &page)
        outcomes.write(to: &page)
        durations.write(to: &page)
    }
}
