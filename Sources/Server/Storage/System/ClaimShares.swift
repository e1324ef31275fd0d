internal import Foundation

/// Divides what a server claims among the tenants that have something due, and keeps to the rates of apps.
///
/// Each tenant gets the same, so that a message to a million of one tenant's people leaves room for a single push of
/// another.
final class ClaimShares {
    /// How much of an app's due deliveries to claim.
    struct Share {
        let app: Int64
        let limit: Int
    }

    private struct Waiting {
        let app: Int64
        let tenant: Int64
        let due: Date
    }

    private let connection: any ReadConnection
    private let now: Date
    private let settings: SettingsReader
    private let busy: Set<Int64>
    private var rates: [Int64: (tenant: Int64, rate: SendRate)] = [:]

    private static let first = """
        select app_id, tenant_id, due_at from deliveries where state < 2 and is_urgent = 0 and app_id > ?1
        order by app_id, due_at, id limit 1
        """

    /// Prepares to ask; `busy` are apps that get nothing now.
    init(_ connection: any ReadConnection, now: Date, settings: SettingsReader, besides busy: Set<Int64>) {
        self.connection = connection
        self.now = now
        self.settings = settings
        self.busy = busy
    }

    /// The apps that have something due, each with its part of `limit`.
    ///
    /// Apps with a rate are locked until the transaction ends, so that servers do not use it up twice.
    func shares(of limit: Int) throws -> [Share] {
        let due = try waiting().filter { $0.due <= now }
        let tenants = Dictionary(grouping: due, by: \.tenant)
        guard !tenants.isEmpty else { return [] }
        var shares: [Share] = []
        for item in due {
            var part = max(1, limit / tenants.count / (tenants[item.tenant]?.count ?? 1))
            if let rate = try rate(of: item.app, locked: true) {
                rates[item.app] = (item.tenant, rate)
                part = min(part, rate.available(now: now))
            }
            if part > 0 { shares.append(Share(app: item.app, limit: part)) }
        }
        return shares
    }

    /// When the next delivery is due that its app's rate lets go; nil if none waits.
    func nextDue() throws -> Date? {
        try waiting().map { item in
            guard let rate = try rate(of: item.app, locked: false) else { return item.due }
            return max(item.due, rate.readyAt(now: now))
        }.min()
    }

    /// Takes what is sent now off the rates.
    func spend(_ deliveries: [DueDelivery], _ connection: any WriteConnection) throws {
        guard !rates.isEmpty else { return }
        let counts = deliveries.reduce(into: [Int64: Int]()) { $0[$1.app, default: 0] += 1 }
        for (app, known) in rates {
            guard let count = counts[app] else { continue }
            var rate = known.rate
            rate.spend(count, now: now)
            try connection.execute(
                """
                insert into app_rates (app_id, tenant_id, next_at) values (?1, ?2, ?3)
                on conflict (app_id) do update set next_at = excluded.next_at
                """, app, known.tenant, rate.nextAt)
        }
    }

    /// Every app with deliveries that have not ended and that is not busy, and when its first is due.
    private func waiting() throws -> [Waiting] {
        let find = try connection.prepare(Self.first)
        var all: [Waiting] = []
        while let next = try find.first(
            all.last?.app ?? 0,
            decode: { row in
                Waiting(app: try row[0], tenant: try row[1], due: try row[2] ?? .distantPast)
            })
        {
            all.append(next)
        }
        return all.filter { !busy.contains($0.app) }
    }

    private func rate(of app: Int64, locked: Bool) throws -> SendRate? {
        guard let limit = try settings.of(app: app).pushesPerSecond else { return nil }
        let lock = locked && connection.dialect == .postgreSQL ? "for update" : ""
        let nextAt: Date? = try connection.first("select next_at from app_rates where app_id = ?1 \(lock)", app) {
            try $0[0]
        }
        return SendRate(pushesPerSecond: limit, nextAt: nextAt ?? .distantPast)
    }
}
