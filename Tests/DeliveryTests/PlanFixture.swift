import APNs
import Foundation
import PushModel
import Storage
import Testing
import Timekeeping

/// Plans of phones on a delivery fixture.
extension DeliveryFixture {
    /// A moment from now on as a plan names it.
    func moment(_ seconds: Double) -> JSONValue { .string(time.now.addingTimeInterval(seconds).ISO8601Format()) }

    /// What clocks in a zone show so much later, as a plan names it.
    func clock(_ seconds: Double, in zone: String) throws -> JSONValue {
        let clock = WallClock(time.now.addingTimeInterval(seconds), in: try #require(TimeZone(identifier: zone)))
        return .string(
            String(format: "%04d-%02d-%02dT%02d:%02d", clock.year, clock.month, clock.day, clock.hour, clock.minute))
    }

    /// Sends a plan an hour ahead, unless its fields say otherwise, and lets its silent pushes go out.
    func plan(
        _ fields: JSONObject = [:], in message: JSONObject = ["to": "ann"]
    ) async throws -> (plan: Identifier, fallback: Identifier) {
        var local: JSONObject = ["id": "run:1", "at": moment(3_600)]
        for member in fields.members { local[member.key] = member.value }
        var body: JSONObject = ["title": "Gym", "local": .object(local)]
        for member in message.members { body[member.key] = member.value }
        let id = try await send(.object(body))
        await settle()
        return (id, try #require(await self.message(id).fallback))
    }

    /// A phone says that it has a plan, or for what reason it has it no more.
    func report(
        _ message: Identifier, by device: Device, change: Int = 1, isHeld: Bool = true, isVoid: Bool = false,
        subscriber: String = "ann"
    ) async throws {
        let event = NewEvent(
            clientID: UUID().uuidString, externalID: subscriber,
            name: isHeld ? "$local.scheduled" : "$local.unscheduled",
            occurredAt: time.now, data: Array("{}".utf8),
            planReport: PlanReport(message: message, change: change, isHeld: isHeld, isVoid: isVoid))
        let results = try await storage.record([event], device: device, now: time.now)
        guard case .accepted? = results.first else { throw StorageError(.other, detail: "\(results)") }
    }

    /// The pushes that a person sees.
    var alerts: [Sent] { pushes.filter { $0.push.pushType == .alert } }

    /// Lets time pass until the plan was due, and everything it calls for go out.
    func pass(_ seconds: Int = 3_600) async {
        await time.advance(by: .seconds(seconds))
        // The planner may not have woken yet, and then everything looks idle.
        while let due = try? await [system.nextPlan(), system.nextDue(now: time.now)].compactMap({ $0 }).min(),
            due <= time.now
        { await Task.yield() }
        await settle()
    }

    /// How each delivery of a message ended, the reasons of those that were not sent.
    func ends(_ id: Identifier) async throws -> [String] {
        try await deliveries(id).map { $0.reason ?? $0.outcome?.rawValue ?? "pending" }
    }
}
