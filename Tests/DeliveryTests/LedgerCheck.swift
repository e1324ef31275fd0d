import Foundation
import PushModel
import Storage
import Testing

/// Holds what messages say of themselves to what their deliveries, attempts and receipts say.
struct LedgerCheck {
    let storage: TenantHandle

    /// Recounts every message of the tenant.
    ///
    /// - Returns: How many deliveries have ended, by outcome.
    @discardableResult
    func run(_ comment: Comment? = nil) async throws -> [DeliveryOutcome: Int] {
        var all: [DeliveryOutcome: Int] = [:]
        for message in try await messages() {
            let deliveries = try await deliveries(of: message.id)
            #expect(message.total == deliveries.count, comment)
            #expect(message.pending == deliveries.count { $0.outcome == nil }, comment)
            for outcome in DeliveryOutcome.allCases {
                let count = deliveries.count { $0.outcome == outcome }
                #expect(message.outcomes[outcome] == count, comment)
                all[outcome, default: 0] += count
            }
            var receipts: [ReceiptKind: Int] = [:]
            for delivery in deliveries {
                let full = try #require(try await storage.delivery(delivery.id))
                for receipt in full.receipts { receipts[receipt.kind, default: 0] += 1 }
                #expect(Set(full.receipts.map(\.kind)).count == full.receipts.count, comment)
                try await check(delivery, comment)
            }
            for kind in ReceiptKind.allCases { #expect(message.receipts[kind] == receipts[kind] ?? 0, comment) }
            if message.status == .completed { #expect(message.pending == 0, comment) }
        }
        return all
    }

    private func check(_ delivery: Delivery, _ comment: Comment?) async throws {
        let attempts = try #require(try await storage.attempts(delivery: delivery.id))
        #expect(attempts.map(\.number) == (0..<delivery.attempts).map { $0 + 1 }, comment)
        let unanswered = attempts.count { $0.result == "ambiguous" }
        #expect(delivery.ambiguous == unanswered, comment)
        #expect((delivery.outcome == nil) == (delivery.finishedAt == nil), comment)
        #expect((delivery.outcome == nil) == (delivery.dueAt != nil), comment)
        if delivery.outcome == .sent { #expect(attempts.last?.result == "accepted", comment) }
        #expect(attempts.count { $0.result == "accepted" } <= 1, comment)
    }

    private func messages() async throws -> [Message] {
        var (all, before): ([Message], Int64?) = ([], nil)
        repeat {
            let page = try await storage.messages(before: before, limit: 100)
            all += page.items
            before = page.next
        } while before != nil
        return all
    }

    private func deliveries(of message: Identifier) async throws -> [Delivery] {
        var (all, before): ([Delivery], Int64?) = ([], nil)
        repeat {
            let page = try #require(
                try await storage.deliveries(message: message, filter: .all, before: before, limit: 500))
            all += page.items
            before = page.next
        } while before != nil
        return all
    }
}
