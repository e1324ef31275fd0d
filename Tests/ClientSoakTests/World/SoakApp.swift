import Foundation
import Locking
import ProcessLocal
import Tidings
import TidingsCore
import TidingsServiceExtension
import UIKit
import UserNotifications

/// What the app keeps of its own between launches: who is logged in.
final class AppMemory: Sendable {
    /// Whether it registers for nobody in particular, too.
    let registersAnonymously: Bool
    private let state = Locked<String?>("ada")

    init(registersAnonymously: Bool) { self.registersAnonymously = registersAnonymously }

    var user: String? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// An app that uses the SDK as its documentation says, and notes what it says and hears.
final class SoakApp: TidingsAppDelegate, TidingsDelegate {
    private let memory: AppMemory
    private let way: Way

    init(memory: AppMemory, way: Way) {
        self.memory = memory
        self.way = way
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let url = URL(string: "https://push.example") else { return false }
        var configuration = Configuration(publishableKey: way.publishableKey, url: url)
        configuration.logLevel = .error
        configuration.tracksSessions = false
        configuration.registersAnonymously = memory.registersAnonymously
        var dependencies = PushClient.Dependencies.live(configuration)
        let make = dependencies.environment
        dependencies.environment = { [way] configuration in
            var environment = try make(configuration)
            environment.transport = way.transport
            environment.log = .soak
            environment.retry.jitter = { .zero }
            return environment
        }
        Tidings.configure(configuration, dependencies: dependencies)
        Tidings.delegate = self
        Tidings.ready()
        SimulatedProcess.current.onCommand { [memory] line in await Self.answer(line, memory) }
        SimulatedProcess.current.task { [memory] in
            await Self.say(memory.user)
            _ = try? await Tidings.registerForPush()
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    private static func answer(_ line: String, _ memory: AppMemory) async -> String {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "login":
            memory.user = words.last
            await say(words.last)
        case "logout":
            memory.user = nil
            await say(nil)
        case "read":
            let conversation = words.count > 1 ? words[1] : nil
            SimulatedProcess.current.log("reads", ["conversation": conversation ?? ""])
            Tidings.conversation = conversation
        case "refresh":
            await Tidings.messages.refresh()
            await noteSubscriber()
            // Where nobody is registered without a name, what happened to nobody waits for one.
            let waiting = memory.registersAnonymously || memory.user != nil ? nil : await Tidings.subscriber()?.id
            return String(pendingEvents { $0 != waiting })
        default: return "?"
        }
        return "ok"
    }

    /// Says who uses the app, and notes when the SDK has taken it in.
    private static func say(_ user: String?) async {
        if let user {
            SimulatedProcess.current.log("says", ["user": user])
            Tidings.identify(user)
        } else if await Tidings.subscriber()?.isAnonymous == false {
            // At a launch too: the app may have been ended before the SDK had heard of it.
            SimulatedProcess.current.log("says", ["user": ""])
            Tidings.logout()
        }
        await noteSubscriber()
    }

    private static func noteSubscriber() async {
        guard let subscriber = await Tidings.subscriber() else { return }
        SimulatedProcess.current.log("said", ["user": subscriber.id])
    }

    /// How many events the journal holds of some people.
    private static func pendingEvents(of isCounted: (String) -> Bool) -> Int {
        let folder = SharedFolder.locate(group: SharedFolder.defaultGroup).folder
        return Journal(folder: ClientContainer(root: folder, log: .soak).journal, log: .soak).pending()
            .count { isCounted($0.record.subscriber.id) }
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        SimulatedProcess.current.log(
            "opened",
            ["message": open.notification.messageID, "action": open.action ?? "", "input": open.input ?? ""])
    }

    func tidingsDidReceive(_ notification: ReceivedNotification) {
        SimulatedProcess.current.log("silent", ["message": notification.messageID])
    }
}

/// The extension, in one line, on the network of the test.
final class SoakService: TidingsNotificationService {
    init(way: Way) {
        super.init()
        let make = dependencies.environment
        dependencies.environment = { group in
            var environment = try make(group)
            environment.transport = way.transport
            environment.log = .soak
            return environment
        }
    }
}

extension ClientLog {
    /// What the client logs stands on the timeline, so that a fault can be understood.
    static let soak = ClientLog(minimum: .info) { level, message, fields in
        let text = fields.map { " \($0.name)=\($0.value)" }.joined()
        SimulatedProcess.currentIfAny?.log("log", ["text": "\(level): \(message)\(text)"])
    }
}
