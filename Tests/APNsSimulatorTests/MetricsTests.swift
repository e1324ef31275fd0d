import Foundation
import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    private func counts(_ trial: Trial) -> [String: Int] {
        let found = trial.core.devices.counters.flatMap { $0.counters.all.map { ($0.cause.words.cause, $0.count) } }
        return Dictionary(found, uniquingKeysWith: +)
    }

    @Test(.rows("AS25")) func `a device that saves power gets what may wait later, and the rest at once`() throws {
        let trial = try Trial()
        trial.device.setSavingPower(true, milliseconds: trial.core.milliseconds)
        #expect(trial.send { $0.priority = "10" }.fate == .delivered)
        #expect(trial.send { $0.priority = "5" }.fate == .stored)
        #expect(trial.send { $0.priority = "1" }.fate == .stored)
        #expect(
            trial.send {
                $0.priority = "5"
                $0.expiration = "0"
            }.fate == .discarded)
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(trial.device.fetch(after: 0, limit: 10).pushes.map(\.priority) == [10])
        trial.device.setSavingPower(false, milliseconds: trial.core.milliseconds)
        #expect(trial.device.fetch(after: 0, limit: 10).pushes.map(\.priority) == [10, 1])
    }

    @Test(.rows("AS26")) func `what became of pushes is told in the words of Apple's metrics`() async throws {
        let trial = try Trial()
        trial.send()
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        trial.send()
        trial.send()
        trial.send { $0.expiration = "0" }
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        let soon = trial.seconds + 10
        trial.send { $0.expiration = String(soon) }
        await trial.time.advance(by: .seconds(11))
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        trial.device.setSavingPower(true, milliseconds: trial.core.milliseconds)
        trial.send { $0.priority = "5" }
        trial.device.setSavingPower(false, milliseconds: trial.core.milliseconds)
        trial.device.setEnabled(false, token: trial.token)
        trial.send()
        trial.device.setEnabled(true, token: trial.token)
        _ = trial.core.devices.unregister(
            trial.token, on: trial.device, reason: .unregistered, milliseconds: trial.core.milliseconds,
            noticedAfter: 60_000)
        trial.send()
        #expect(
            counts(trial) == [
                "Delivered – Immediately": 1, "Delivered – From Storage": 2, "Stored – Device Offline": 3,
                "Stored – Device Power Considerations": 1, "Discarded – Expired": 2, "Discarded – Replaced": 1,
                "Discarded – Disabled": 1, "Discarded – Unregistered": 1,
            ])
    }

    @Test(.rows("AS25", "AS26")) func `power, permission and metrics are on the control API`() async throws {
        let service = try await Service()
        let path = "/v1/devices/\(service.device)"
        let saving = try await service.control("PATCH", path, #"{"savingPower":true}"#)
        #expect(saving.json["savingPower"]?.bool == true)
        #expect(try await service.control("PATCH", path, "{}").status == 400)
        #expect(
            try await service.control("PATCH", "\(path)/tokens/\(service.token)", #"{"enabled":false}"#).status == 200)
        let sender = try await service.sender()
        #expect(await sender.send(service.request()).summary == "200")
        let metrics = try await service.control("GET", "/v1/metrics").json["metrics"]?.array
        #expect(metrics?.count == 1)
        #expect(metrics?.first?["event"]?.string == "discarded")
        #expect(metrics?.first?["cause"]?.string == "Discarded – Disabled")
        #expect(metrics?.first?["count"]?.int == 1)
        #expect(try service.simulator.pushes(device: service.device).isEmpty)
        sender.close()
        await service.simulator.stop()
    }
}
