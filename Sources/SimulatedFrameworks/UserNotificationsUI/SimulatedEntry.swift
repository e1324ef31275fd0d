internal import Foundation
internal import ProcessLocal

/// What only the simulated framework has.
public enum SimulatedContentExtension {
    /// Runs this executable as a content extension; on a phone the property list names the class.
    ///
    /// A simulated device must have started the executable.
    public static func main<Object: NSObject & UNNotificationContentExtension>(_ principalClass: Object.Type) -> Never {
        guard let process = ChildProcess.shared else { ChildProcess.exitWithoutDevice() }
        ContentExtensionRuntime.install(in: process) { makeObject(of: principalClass) }
        ChildProcess.serveMainQueue()
    }
}
