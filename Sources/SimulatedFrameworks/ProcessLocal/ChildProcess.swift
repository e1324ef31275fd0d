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
            FileHandle.standardError.write(Data("Cannot reach the simulated device at \(path): \(error)\n".utf8))
            exit(2)
        }
    }
}
