import Foundation
import PushModel
import SimulatedDevice

extension DemoStep {
    /// A token that is gone, and a request that comes twice.
    static let delivery = [
        DemoStep(
            name: "retired_token", story: "Cleo deletes the app; the next push is answered 410 and her device retired."
        ) { stage in
            try await stage.cleo.phone.device.uninstall(stage.cleo.phone.bundleID)
            let id = try await stage.send(to: stage.cleo, ["title": "Nobody is there"])
            let message = try await stage.message(id)
            var checks = Checks()
            checks.claim("the delivery is invalid", message.counts?["invalid"] == 1, found: message.outcomeText)
            let delivery = try await stage.deliveries(of: id).first
            let attempts = try await stage.api.value("GET", "/v1/deliveries/\(delivery?.id ?? "")/attempts")["items"]?
                .array
            checks.claim(
                "APNs answered 410", attempts?.last?["providerStatus"]?.int == 410,
                found: "\(attempts?.last?["providerStatus"] ?? .null)")
            let device = try await stage.devices(of: stage.cleo).first
            checks.claim(
                "the device's token is retired", device?["token"]?["status"] == "invalid",
                found: "\(device?["token"]?["status"] ?? .null)")
            return checks
        },
        DemoStep(name: "idempotent", story: "The same request twice with one idempotency key: one push.") { stage in
            let phone = stage.ada.phone
            try await phone.background()
            let mark = phone.timeline.mark
            let body = JSONValue.object(["to": .string(stage.ada.id), "title": "Only once"])
            var request = APIClient.Request(method: "POST", path: "/v1/messages", body: Data(body.encoded()))
            request.headers["Idempotency-Key"] = "demo-order-42"
            let first = try await stage.api.answer(request)
            let second = try await stage.api.answer(request)
            let ids = try [first, second].map { try JSONValue(parsing: Array($0.body))["data"]?["id"]?.string }
            var checks = Checks()
            checks.claim(
                "both are answered 202", first.status == 202 && second.status == 202,
                found: "\(first.status), \(second.status)")
            checks.claim("with the same id", ids[0] != nil && ids[0] == ids[1], found: "\(ids)")
            checks.claim(
                "and the second says so", second.headers["idempotent-replayed"] == "true",
                found: second.headers["idempotent-replayed"] ?? "no header")
            guard let id = ids[0] else { return checks }
            stage.expect(["delivered": 1], of: id, in: "idempotent")
            try await phone.settle(id, after: mark, .shown)
            let message = try await stage.message(id, withReceipts: ["delivered": 1])
            let fate = Fate(id, on: phone, after: mark)
            let arrivals = phone.entries(after: mark).count { $0.kind == .pushArrived }
            checks.claim("one push arrived", arrivals == 1, found: "\(arrivals)")
            checks.claim("one banner", fate.shown.count == 1, found: fate.summary)
            checks.claim(
                "one delivery, sent", message.counts?["total"] == 1 && message.counts?["sent"] == 1,
                found: message.outcomeText)
            return checks
        },
    ]

    /// Looks up what the phones reported for every message of the script.
    static let receipts = DemoStep(
        name: "receipts", story: "The receipts of all these pushes can be read through the API."
    ) { stage in
        // An app in front sends what it and its extension have kept.
        try await stage.ada.phone.launch()
        try await stage.dora.phone.launch()
        let expectations = stage.expectations
        let messages = try await stage.eventually {
            var found: [MessageStatus] = []
            for expected in expectations { found.append(try await stage.status(of: expected.messageID)) }
            return found
        } until: { found in
            zip(expectations, found).allSatisfy { $0.isMet(by: $1) }
        }
        var checks = Checks()
        for (expected, message) in zip(expectations, messages) {
            checks.claim("\(expected.step): \(expected.text)", expected.isMet(by: message), found: message.receiptText)
        }
        return checks
    }
}
