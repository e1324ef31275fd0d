import Foundation
import ProcessLocal

/// One running program, wherever it runs.
protocol ProcessHost: Sendable {
    /// Calls the program and waits for its answer; `gone` once it is over.
    ///
    /// An extension that hands on its content stands still from then on.
    func call(_ call: ProcessCall) async -> ProcessReply
    /// Lets it stand still.
    func freeze()
    /// Lets it go on.
    func thaw()
    /// Ends it on the spot.
    func kill()
    /// The most memory it ever had, in kilobytes; nil where that cannot be told.
    var peakKilobytes: Int? { get }
    /// Its process id, where it has one.
    var processID: Int32? { get }
}

/// What a host needs to know to start a program.
struct ProcessStart: Sendable {
    let identity: ProcessIdentity
    let containers: ProcessContainers
    let settings: [String: String]
    let isOnline: Bool
    let device: any DeviceSide
    let passesOutput: Bool
}

/// The device as its processes reach it.
protocol DeviceSide: Sendable {
    /// Answers a call that may take its time.
    func answer(_ call: DeviceCall, from process: ProcessIdentity) async -> DeviceReply
    /// Answers a call at once.
    func answerNow(_ call: DeviceCall, from process: ProcessIdentity) -> DeviceReply
    /// A program ended by itself.
    func processEnded(_ process: ProcessIdentity, reason: String)
}
