public import Foundation
internal import ProcessLocal

extension UIApplicationDelegate where Self: NSObject {
    /// Runs this executable as an app whose delegate is an object of this class; what `@main` calls.
    ///
    /// A simulated device must have started the executable.
    public static func main() {
        guard let process = ChildProcess.shared else { ChildProcess.exitWithoutDevice() }
        AppRuntime.install(in: process) { AppRuntime(delegate: makeObject(of: Self.self)) }
        ChildProcess.serveMainQueue()
    }
}
