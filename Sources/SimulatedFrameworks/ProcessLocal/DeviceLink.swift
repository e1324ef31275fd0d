/// The way from a simulated process to the device that it runs on.
package protocol DeviceLink: Sendable {
    /// Asks the device and waits for its answer, which may take as long as a person takes to answer a prompt.
    func call(_ call: DeviceCall) async -> DeviceReply
    /// Asks the device on this thread; only for calls that the device answers at once.
    func callNow(_ call: DeviceCall) -> DeviceReply
}

/// What a program does when its device calls it; installed by the framework that started the program.
package typealias ProcessHandler = @Sendable (ProcessCall) async -> ProcessReply
