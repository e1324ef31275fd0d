internal import APNs
internal import Metrics
internal import Storage

extension MetricsPage {
    /// Writes what the clients of APNs have done, by environment.
    mutating func write(_ clients: [(environment: PushEnvironment, statistics: APNsStatistics)]) {
        let environments = Dictionary(grouping: clients) { $0.environment.rawValue }.sorted { $0.key < $1.key }
        func samples(_ value: (APNsStatistics) -> Int) -> [Sample] {
            environments.map { environment, clients in
                Sample(clients.map { value($0.statistics) }.reduce(0, +), [("environment", environment)])
            }
        }
        counter(
            "tidings_apns_sent_total", "Pushes that went out to APNs, resends included.", samples { $0.totals.sent })
        counter("tidings_apns_accepted_total", "Pushes that APNs took.", samples { $0.totals.accepted })
        counter(
            "tidings_apns_not_processed_total", "Pushes that APNs certainly did not process.",
            samples { $0.totals.notProcessed })
        counter(
            "tidings_apns_ambiguous_total", "Pushes without an answer that APNs may have taken.",
            samples { $0.totals.ambiguous })
        gauge("tidings_apns_connections", "Open connections to APNs.", samples { $0.connections.count })
        gauge("tidings_apns_streams_limit", "Streams that APNs allows now.", samples { $0.totals.streamLimit })
        gauge("tidings_apns_streams", "Pushes that wait for their answer.", samples { $0.totals.underWay })
        gauge("tidings_apns_waiting", "Pushes that wait for a stream.", samples { $0.totals.waiting })
        gauge(
            "tidings_apns_latency_p99_seconds", "Time from a push to its answer that one in a hundred exceeds.",
            environments.map { environment, clients in
                let slowest = clients.compactMap { $0.statistics.totals.latencies.quantile(0.99) }.max() ?? .zero
                return Sample(slowest / .seconds(1), [("environment", environment)])
            })
    }

    /// Writes what the database has done.
    mutating func write(_ statistics: SQLiteStatistics) {
        counter("tidings_storage_commits_total", "Transactions committed.", [.init(statistics.commits)])
        counter("tidings_storage_writes_total", "Writes that these transactions carried.", [.init(statistics.writes)])
        counter(
            "tidings_storage_checkpoints_total", "Copies of the write-ahead log into the file.",
            [.init(statistics.checkpoints)])
    }

    /// Writes what this server has done on a database that others may share.
    mutating func write(_ statistics: PostgreSQLStatistics) {
        counter("tidings_storage_commits_total", "Transactions committed.", [.init(statistics.commits)])
        counter("tidings_storage_writes_total", "Writes that these transactions carried.", [.init(statistics.writes)])
        counter("tidings_storage_statements_total", "Statements that these took.", [.init(statistics.statements)])
        counter(
            "tidings_storage_repeats_total", "Transactions run again because others were in the way.",
            [.init(statistics.repeats)])
    }
}
