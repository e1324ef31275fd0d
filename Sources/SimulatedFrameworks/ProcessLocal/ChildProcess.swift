internal import Foundation

/// A simulated process that is a real one: started by a device, joined to it by a socket.
public enum ChildProcess {
    /// The environment variable that names the device's socket.
    public static let socketVariable = "TIDINGS_SIMULATED_DEVICE"

    /// The process of this executable; nil when no device started it.
    package static let shared: SimulatedProcess? = connect()

    private static func connect() -> SimulatedProcess? {
        guard let path = ProcessInfo.processInfo.environment[socketVariable], !path.isEmpty else { return nil }
        do {
            return try ChildLink.open(path: path)
        } catch {
            stop("Cannot reach the simulated device at \(path): \(error). Was it stopped?", status: 2)
        }
    }

    /// Ends an executable that only a device can run, with a sentence.
    package static func exitWithoutDevice() -> Never {
        stop(
            """
            This executable runs on a simulated device: start it with `tidings device --app PATH` \
            (\(socketVariable) is not set).
            """, status: 1)
    }

    /// Serves the main queue for the rest of the process's life.
    ///
    /// On the main thread, which `dispatchMain()` would end on Linux: the main actor would then run on other threads.
    package static func serveMainQueue() -> Never {
        // The run loop leaves at once when it has neither timer nor source.
        RunLoop.main.add(Timer(timeInterval: 1e9, repeats: false) { _ in }, forMode: .default)
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    private static func stop(_ sentence: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
        exit(status)
    }
}
