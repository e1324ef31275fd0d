import Foundation
import PushModel

/// A fault as JSON, for the control API and for script files.
struct FaultDescription: Codable, Sendable {
    /// What happens to the request, by name.
    enum Action: String, Codable {
        case answer, neverAnswer, delay, refuseStream, goAway, limitStreams, close, closeTLS, halfOpen
    }

    var action: Action
    var status: Int?
    var reason: String?
    var timestamp: Int64?
    var milliseconds: Int64?
    var service: APNsSimulator.Fault.Service?
    var tokenPrefix: String?
    var environment: APNsSimulator.Environment?
    var skips: Int?
    var times: Int?
    var probability: Double?
    var delivers: Bool?
    var unprocessed: Int?
    var streams: Int?
    var perSecond: Int?
    var afterMilliseconds: Int64?
    var untilMilliseconds: Int64?

    /// The fault that is described.
    ///
    /// - Throws: `invalid_value` naming the field that does not fit.
    func fault() throws(SimulatorError) -> APNsSimulator.Fault {
        func demand(_ isRight: Bool, _ text: String) throws(SimulatorError) {
            guard isRight else { throw SimulatorError(.invalidValue, detail: text) }
        }
        try demand((status ?? 400) >= 400 && (status ?? 400) <= 599, "status has to be from 400 to 599.")
        try demand(
            (1...APNsSimulator.Refusal.Reason.byteLimit).contains(reason?.utf8.count ?? 1),
            "reason has to have 1 to \(APNsSimulator.Refusal.Reason.byteLimit) bytes.")
        try demand((skips ?? 0) >= 0, "skips has to be 0 or more.")
        try demand((times ?? 1) >= 1, "times has to be 1 or more; leave it out for no end.")
        try demand((0...1).contains(probability ?? 1), "probability has to be from 0 to 1.")
        try demand(
            (service ?? .devices) == .devices || tokenPrefix ?? "" == "",
            "tokenPrefix is for pushes to devices: leave it out, or the service.")
        try demand(
            (tokenPrefix ?? "").utf8.allSatisfy(\.isHexDigit) && (tokenPrefix ?? "").utf8.count <= 400,
            "tokenPrefix has to be hex digits, at most 400.")
        let day: ClosedRange<Int64> = 0...86_400_000
        try demand(day.contains(afterMilliseconds ?? 0), "afterMilliseconds has to be from 0 to 86400000.")
        try demand(day.contains(untilMilliseconds ?? 0), "untilMilliseconds has to be from 0 to 86400000.")
        try demand(
            untilMilliseconds.map { $0 > afterMilliseconds ?? 0 } ?? true,
            "untilMilliseconds has to be more than afterMilliseconds.")
        try demand((perSecond ?? 0) >= 0, "perSecond has to be 0 or more.")
        try demand((1...10_000).contains(unprocessed ?? 1), "unprocessed has to be from 1 to 10000.")
        try demand((0...100_000).contains(streams ?? 1), "streams has to be from 0 to 100000.")
        let kind: APNsSimulator.Fault.Action
        switch action {
        case .answer:
            try demand(reason != nil, "reason is missing: the answer to give.")
            let refusal = APNsSimulator.Refusal(
                .init(rawValue: reason ?? ""), status: status, timestamp: timestamp)
            kind = .answer(refusal)
        case .delay:
            let wait = milliseconds ?? -1
            try demand((0...86_400_000).contains(wait), "milliseconds has to be from 0 to 86400000.")
            kind = .delay(.milliseconds(wait))
        case .neverAnswer: kind = .neverAnswer
        case .refuseStream: kind = .refuseStream
        case .goAway: kind = .goAway(reason.map { .init(rawValue: $0) }, unprocessed: unprocessed ?? 1)
        case .limitStreams: kind = .limitStreams(streams ?? 1)
        case .close: kind = .close
        case .closeTLS: kind = .closeTLS
        case .halfOpen: kind = .halfOpen
        }
        var fault = APNsSimulator.Fault(
            kind, tokenPrefix: tokenPrefix ?? "", environment: environment, skips: skips ?? 0, times: times,
            probability: probability ?? 1, delivers: delivers ?? false)
        fault.service = service ?? .devices
        fault.perSecond = perSecond
        fault.after = .milliseconds(afterMilliseconds ?? 0)
        fault.until = untilMilliseconds.map { .milliseconds($0) }
        return fault
    }

    /// Describes a fault.
    init(_ fault: APNsSimulator.Fault) {
        switch fault.action {
        case .answer(let refusal):
            action = .answer
            status = refusal.status
            reason = refusal.reason.rawValue
            timestamp = refusal.timestamp
        case .delay(let duration):
            action = .delay
            milliseconds = duration.wholeMilliseconds
        case .neverAnswer: action = .neverAnswer
        case .refuseStream: action = .refuseStream
        case .goAway(let named, let count):
            action = .goAway
            reason = named?.rawValue
            unprocessed = count
        case .limitStreams(let count):
            action = .limitStreams
            streams = count
        case .close: action = .close
        case .closeTLS: action = .closeTLS
        case .halfOpen: action = .halfOpen
        }
        service = fault.service == .devices ? nil : fault.service
        perSecond = fault.perSecond
        afterMilliseconds = fault.after == .zero ? nil : fault.after.wholeMilliseconds
        untilMilliseconds = fault.until?.wholeMilliseconds
        tokenPrefix = fault.tokenPrefix
        environment = fault.environment
        skips = fault.skips
        times = fault.times
        probability = fault.probability
        delivers = fault.delivers
    }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero; a century at most, so that sums with a time do not overflow.
    var wholeMilliseconds: Int64 {
        let limit: Int64 = 100 * 366 * 86_400
        let seconds = min(max(components.seconds, -limit), limit)
        return seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
