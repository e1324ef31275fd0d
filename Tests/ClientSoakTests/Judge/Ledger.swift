import Foundation
import PushModel
import Storage

/// What the server has in its database when all is over.
struct Ledger {
    /// A receipt as an event in somebody's history.
    struct Entry {
        let message: String
        let kind: ReceiptKind
        let action: String
        let input: String
    }

    var receipts: [Entry] = []
    /// To whom the install is registered that is on the phone.
    var owner: String?
    /// Where the server contradicts itself, or has not finished.
    var faults: [String] = []

    /// Reads everything.
    static func read(of world: World) async throws -> Ledger {
        let server = world.server
        var ledger = Ledger()
        for event in try await server.storage.events(externalID: nil, before: nil, limit: 100_000).items {
            guard event.name.hasPrefix("$notification."),
                let kind = ReceiptKind(rawValue: String(event.name.dropFirst("$notification.".count))),
                let data = try JSONValue(parsing: event.data).object
            else { continue }
            ledger.receipts.append(
                Entry(
                    message: data["messageId"]?.string ?? "", kind: kind, action: data["action"]?.string ?? "",
                    input: data["input"]?.string ?? ""))
        }
        ledger.owner = try await server.devices().first { world.isOnPhone($0.id) }?.externalID
        for id in server.messages { try await ledger.audit(id, server.storage) }
        return ledger
    }

    /// Whether a message's numbers add up: outcomes to the total, receipts to those of its deliveries and to the events.
    private mutating func audit(_ id: Identifier, _ storage: TenantHandle) async throws {
        guard let message = try await storage.message(id),
            let deliveries = try await storage.deliveries(message: id, filter: .all, before: nil, limit: 1_000)
        else { return faults.append("the server has lost \(id)") }
        if message.pending != 0 { faults.append("\(message.pending) deliveries of \(id) have no outcome") }
        if deliveries.items.count != message.total { faults.append("\(id) has lost deliveries") }
        var kinds: [ReceiptKind: Int] = [:]
        for delivery in deliveries.items {
            let receipts = try await storage.delivery(delivery.id)?.receipts ?? []
            for receipt in receipts { kinds[receipt.kind, default: 0] += 1 }
        }
        let reported = Set(receipts.filter { $0.message == id.description }.map(\.kind))
        for kind in ReceiptKind.allCases {
            let count = kinds[kind, default: 0]
            if message.receipts[kind, default: 0] != count {
                faults.append("\(id) counts \(message.receipts[kind, default: 0]) \(kind.rawValue), has \(count)")
            }
            if reported.contains(kind) != (count > 0) {
                faults.append("\(id) has \(count) receipts \(kind.rawValue), but events say otherwise")
            }
        }
    }
}
