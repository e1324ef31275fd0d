/// What a program under simulation may say to its device, and hear from whoever drives it.
///
/// Not part of any Apple framework: an app under test uses it to put facts of its own on the timeline and to be driven.
extension SimulatedProcess {
    /// Answers a line such as `open conversation-7`; what it returns stands on the timeline.
    public typealias CommandHandler = @Sendable (_ line: String) async -> String

    static let commands = ProcessScoped<CommandHandler?> { nil }

    /// Puts an entry on the device's timeline.
    ///
    /// - Parameters:
    ///   - kind: A short name in the program's own words, such as `conversation.opened`.
    ///   - details: Anything that a test may want to look at.
    public func log(_ kind: String, _ details: [String: String] = [:]) {
        _ = callNow(.log(kind: "app." + kind, details: details))
    }

    /// Says how the program answers lines that whoever drives the device sends it; replaces an earlier handler.
    ///
    /// The handler runs in a task of the process, for an app while it is not suspended.
    public func onCommand(_ handler: @escaping CommandHandler) {
        Self.commands.withValue(of: self) { $0 = handler }
    }

    /// Lets the program answer a line; nil when it has no handler.
    package func answer(command line: String) async -> String? {
        guard let handler = Self.commands.withValue(of: self, { $0 }) else { return nil }
        return await handler(line)
    }

    /// Does what a phone does with an Objective-C exception that nobody catches: the program ends.
    ///
    /// A child process really crashes; an in-process program is ended by its device.
    package static func raise(_ exception: String) {
        guard let process = currentIfAny, process.executor != nil else { preconditionFailure(exception) }
        _ = process.callNow(.misuse(exception))
    }
}
