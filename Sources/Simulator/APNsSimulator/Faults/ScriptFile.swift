import Foundation

/// A script as JSON: an array of faults, or an object with a seed, faults, and events on a timeline.
struct ScriptFile: Decodable {
    var seed: UInt64?
    var faults: [FaultDescription] = []
    var events: [ConnectionEventDescription] = []

    private enum CodingKeys: String, CodingKey {
        case seed, faults, events
    }

    init(from decoder: any Decoder) throws {
        if let faults = try? decoder.unkeyedContainer() {
            var faults = faults
            while !faults.isAtEnd { self.faults.append(try faults.decode(FaultDescription.self)) }
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard !container.allKeys.isEmpty else {
            throw DecodingError.typeMismatch(
                [FaultDescription].self, .init(codingPath: [], debugDescription: "neither faults nor a script"))
        }
        seed = try container.decodeIfPresent(UInt64.self, forKey: .seed)
        faults = try container.decodeIfPresent([FaultDescription].self, forKey: .faults) ?? []
        events = try container.decodeIfPresent([ConnectionEventDescription].self, forKey: .events) ?? []
    }

    /// How many faults, and how many events, there may be at once.
    static let countLimit = 1000

    static func tooMany(_ what: String) -> SimulatorError {
        SimulatorError(
            .limitReached, detail: "There may be \(countLimit) \(what) at once. Take back those that are there first.")
    }

    /// Reads a script; refuses it whole with the place and the field that do not fit.
    static func read(_ json: Data) throws -> (seed: UInt64?, faults: [APNsSimulator.Fault], events: [TimedEvent]) {
        do {
            try ControlJSON.check(Array(json))
            let file = try JSONDecoder().decode(ScriptFile.self, from: json)
            return (
                file.seed, try place("fault", file.faults) { try $0.fault() },
                try place("event", file.events) { try $0.event() }
            )
        } catch let error as ControlError {
            throw SimulatorError(.invalidValue, detail: error.message)
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw SimulatorError(.invalidValue, detail: "A number in the script is out of range.")
        } catch let error as DecodingError {
            throw SimulatorError(.invalidValue, detail: ControlError(error).message, underlying: error)
        }
    }

    private static func place<Description, Value>(
        _ name: String, _ descriptions: [Description], _ value: (Description) throws -> Value
    ) throws -> [Value] {
        try descriptions.enumerated().map { index, description in
            do { return try value(description) } catch {
                throw SimulatorError(.invalidValue, detail: "\(name) \(index + 1): \(error)")
            }
        }
    }
}

/// What is done to connections, as JSON, for the control API and for script files.
struct ConnectionEventDescription: Codable, Sendable {
    enum Action: String, Codable {
        case goAway, limitStreams, close, closeTLS, halfOpen
    }

    var action: Action
    var reason: String?
    var streams: Int?
    var environment: APNsSimulator.Environment?
    var connection: UInt64?
    var atMilliseconds: Int64?
    var everyMilliseconds: Int64?
    var times: Int?

    /// What is to be done.
    func connectionAction() throws(SimulatorError) -> APNsSimulator.ConnectionAction {
        guard (0...100_000).contains(streams ?? 1) else {
            throw SimulatorError(.invalidValue, detail: "streams has to be from 0 to 100000.")
        }
        guard (1...APNsSimulator.Refusal.Reason.byteLimit).contains(reason?.utf8.count ?? 1) else {
            throw SimulatorError(
                .invalidValue,
                detail: "reason has to have 1 to \(APNsSimulator.Refusal.Reason.byteLimit) bytes.")
        }
        return switch action {
        case .goAway: .goAway(reason.map { .init(rawValue: $0) })
        case .limitStreams: .limitStreams(streams ?? 1)
        case .close: .close
        case .closeTLS: .closeTLS
        case .halfOpen: .halfOpen
        }
    }

    /// What is to be done and when.
    func event() throws(SimulatorError) -> TimedEvent {
        let day: ClosedRange<Int64> = 0...86_400_000
        guard day.contains(atMilliseconds ?? 0), (1...86_400_000).contains(everyMilliseconds ?? 1) else {
            throw SimulatorError(
                .invalidValue, detail: "atMilliseconds and everyMilliseconds have to be from 0 and 1 to 86400000.")
        }
        guard (1...1_000_000).contains(times ?? 1), times ?? 1 == 1 || everyMilliseconds != nil else {
            throw SimulatorError(
                .invalidValue, detail: "times has to be from 1 to 1000000, and needs everyMilliseconds above 1.")
        }
        return TimedEvent(
            action: try connectionAction(), at: .milliseconds(atMilliseconds ?? 0),
            every: .milliseconds(everyMilliseconds ?? 0), times: times ?? 1, environment: environment)
    }
}
