internal import Foundation
internal import ProcessLocal

extension UNNotificationServiceExtension {
    /// What only the simulated framework has.
    public enum simulated {
        /// Runs this executable as a notification service extension; on a phone the property list names the class.
        ///
        /// A simulated device must have started the executable.
        public static func main<Service: UNNotificationServiceExtension>(_ principalClass: Service.Type) -> Never {
            guard let process = ChildProcess.shared else { ChildProcess.exitWithoutDevice() }
            ExtensionRuntime.install(in: process) { makeObject(of: principalClass) }
            ChildProcess.serveMainQueue()
        }
    }
}
