internal import Foundation
package import ProcessLocal
internal import UIKit

/// Runs a SwiftUI app in its process.
package enum SwiftUIRuntime {
    /// Lets a process answer its device as a SwiftUI app; the app's value is made when it is launched.
    package static func install<Interface: App>(_ type: Interface.Type, in process: SimulatedProcess) {
        AppRuntime.install(in: process) { [unowned process] in
            let app = Interface()
            let delegate = Mirror(reflecting: app).children.lazy
                .compactMap { ($0.value as? any DelegateAdaptor)?.delegate }.first
            return AppRuntime(delegate: delegate, sceneHost: WindowHost(app, process: process))
        }
    }

    @MainActor
    static func main<Interface: App>(_ type: Interface.Type) -> Never {
        guard let process = ChildProcess.shared else { ChildProcess.exitWithoutDevice() }
        install(type, in: process)
        ChildProcess.serveMainQueue()
    }
}

/// Finds an app's delegate among its properties.
@MainActor
private protocol DelegateAdaptor {
    var delegate: any UIApplicationDelegate { get }
}

extension UIApplicationDelegateAdaptor: DelegateAdaptor {
    fileprivate var delegate: any UIApplicationDelegate { wrappedValue }
}

/// Shows the window of a SwiftUI app.
@MainActor
private final class WindowHost: SceneHost {
    private let makeGraph: @MainActor () -> ViewGraph?
    private var graph: ViewGraph?

    init<Interface: App>(_ app: Interface, process: SimulatedProcess) {
        makeGraph = {
            guard let window = app.body as? any Window else { return nil }
            return ViewGraph(process: process, show: { window.show($0) })
        }
    }

    func connect(urls: [URL]) {
        let graph = makeGraph()
        self.graph = graph
        graph?.environment.scenePhase = .inactive
        for url in urls { graph?.open(url) }
    }

    func enter(_ state: UIScene.ActivationState) {
        let phase: ScenePhase =
            switch state {
            case .foregroundActive: .active
            case .foregroundInactive: .inactive
            case .background, .unattached: .background
            }
        graph?.environment.scenePhase = phase
    }

    func open(_ url: URL) { graph?.open(url) }
}

/// A scene with a window.
@MainActor
private protocol Window {
    func show(_ pass: ViewPass)
}

extension WindowGroup: Window {
    fileprivate func show(_ pass: ViewPass) { pass.visit(content(), at: "window") }
}
