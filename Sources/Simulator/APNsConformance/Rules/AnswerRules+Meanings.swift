import Foundation
import PushModel
import Timekeeping

/// What the answers to pushes mean.
extension ConformanceRule {
    static let meanings: [ConformanceRule] = [
        ConformanceRule(
            "A5.33", "The timestamp of a 410 is in milliseconds, and since when the token was known to be out of use.",
            needs: [.device, .control]
        ) { stage in
            let before = stage.milliseconds
            try await stage.uninstall()
            let after = stage.milliseconds
            let timestamp = Int64(try await stage.send(stage.push()).json?["timestamp"]?.int ?? 0)
            let isThen = (before - 5000...after + 5000).contains(timestamp)
            return [
                Observation(
                    "milliseconds since 1970", "when it was deleted", isThen ? "when it was deleted" : "another")
            ]
        },
        ConformanceRule(
            "A5.34", "A token that was out of use may come back.", needs: [.device, .control]
        ) { stage in
            try await stage.uninstall()
            let gone = try await stage.send(stage.push())
            _ = try await stage.token(as: stage.deviceToken)
            return [
                "after it was deleted".expects("410 Unregistered", gone),
                "after it was registered again".expects("200", try await stage.send(stage.push())),
            ]
        },
        ConformanceRule(
            "A5.35", "APNs may go on accepting pushes for a while after an app was deleted.",
            needs: [.device, .control]
        ) { stage in
            try await stage.uninstall("?noticedAfter=3600")
            let reply = try await stage.send(stage.push())
            return [
                "a push before APNs has noticed".expects("200", reply),
                Observation("pushes that arrived", "0", String(try await stage.arrived().count)),
            ]
        },
        ConformanceRule("A5.36", "A 200 means accepted, not delivered.", needs: [.device, .control]) { stage in
            try await stage.setDevice(["online": false])
            return [
                Observation(
                    "a push to a device that is offline", "200, has not arrived", try await stage.arrives { _ in })
            ]
        },
        ConformanceRule(
            "A5.37", "Of several pushes to an app on a device that is offline only the newest is kept.",
            needs: [.device, .control]
        ) { stage in
            try await stage.setDevice(["online": false])
            var ids: [String] = []
            for _ in 0..<3 {
                var call = try stage.push()
                ids.append(Stage.id())
                call[.id] = ids.last
                _ = try await stage.send(call)
            }
            try await stage.setDevice(["online": true])
            let arrived = try await stage.arrived()
            return [
                Observation(
                    "three pushes", "the third alone arrives",
                    arrived == ids.suffix(1) ? "the third alone arrives" : "\(arrived.count) arrive")
            ]
        },
        ConformanceRule(
            "A5.38", "A token of the other environment is a bad one.", needs: [.device, .control]
        ) { stage in
            let token = try await stage.token(on: stage.target.main.other)
            return ["such a token".expects("400 BadDeviceToken", try await stage.send(stage.push(to: token)))]
        },
    ]
}

extension Stage {
    /// Milliseconds since 1970.
    fileprivate var milliseconds: Int64 { Int64(time.now.timeIntervalSince1970 * 1000) }

    fileprivate func uninstall(_ query: String = "") async throws {
        try await control("DELETE", "/v1/devices/\(deviceID)/tokens/\(deviceToken)\(query)")
    }
}
