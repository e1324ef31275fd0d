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

/// Shows the windows of a SwiftUI app.
@MainActor
private final class WindowHost: SceneHost {
    private let makeGraph: @MainActor () -> ViewGraph?
    private var graphs: [ObjectIdentifier: ViewGraph] = [:]

    init<Interface: App>(_ app: Interface, process: SimulatedProcess) {
        makeGraph = {
            guard let window = app.body as? any Window else { return nil }
            return ViewGraph(process: process, show: { window.show($0) })
        }
    }

    func connect(_ scene: UIScene, link: SceneLink?) {
        let graph = makeGraph()
        graphs[ObjectIdentifier(scene)] = graph
        graph?.environment.scenePhase = .inactive
        if let link { open(link, in: scene) }
    }

    /// The views go with the window; that they are told that they disappear is not promised.
    func disconnect(_ scene: UIScene) { graphs[ObjectIdentifier(scene)] = nil }

    func enter(_ state: UIScene.ActivationState, _ scene: UIScene) {
        let phase: ScenePhase =
            switch state {
            case .foregroundActive: .active
            case .foregroundInactive: .inactive
            case .background, .unattached: .background
            }
        graphs[ObjectIdentifier(scene)]?.environment.scenePhase = phase
    }

    /// A universal link goes to those who go on with activities, and to those who open URLs.
    ///
    /// Source: Apple documentation of `onOpenURL(perform:)`, which takes universal links. That views with
    /// `onContinueUserActivity` hear of the same link is unverified on a device.
    func open(_ link: SceneLink, in scene: UIScene) {
        let graph = graphs[ObjectIdentifier(scene)]
        if let activity = link.activity { graph?.resume(activity) }
        graph?.open(link.url)
    }

    func press(_ label: String, in scene: UIScene) -> Bool {
        graphs[ObjectIdentifier(scene)]?.press(label) ?? false
    }
}

/// A scene with a window.
@MainActor
private protocol Window {
    func show(_ pass: ViewPass)
}

extension WindowGroup: Window {
    fileprivate func show(_ pass: ViewPass) { pass.visit(content(), at: "window") }
}
