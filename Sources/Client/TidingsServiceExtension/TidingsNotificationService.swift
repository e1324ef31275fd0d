import Foundation
import Locking
public import PushModel
import TidingsCore
import TidingsNotifications
import Timekeeping
public import UserNotifications

/// The base class of a notification service extension; one line of subclass is enough.
///
/// It decrypts, registers the message's buttons, attaches its picture, records that it was delivered, and hands the
/// notification over exactly once, in time, whatever the payload and the network are like.
open class TidingsNotificationService: UNNotificationServiceExtension {
    private let runs = Locked<[UUID: ServiceRun]>([:])

    /// What the service is made of; tests and samples replace parts of it.
    package var dependencies: ServiceDependencies = .live

    /// Makes the object; the system does so.
    public override init() {}

    /// The app group shared with the app; `group.` and the app's bundle id if nil.
    open var appGroup: String? { nil }

    /// Changes the content before it is shown; does nothing by itself.
    ///
    /// - Parameters:
    ///   - content: The notification, with the message's text in place if it could be read.
    ///   - payload: What was decrypted; nil for a push that was not sealed or could not be opened.
    open func customize(_ content: UNMutableNotificationContent, payload: DecryptedPayload?) {}

    /// Changes the content of the notification of a call before it is shown; does nothing by itself.
    ///
    /// Called after the other one. The name of the caller is in place, and the style of calls is put on afterwards.
    open func customize(_ content: UNMutableNotificationContent, call: CallNotice) {}

    /// Hands a call that rings on to the app instead of showing its notification; does nothing by itself.
    ///
    /// An extension whose app may keep pushes from the screen (`com.apple.developer.usernotifications.filtering`) imports
    /// CallKit and calls `CXProvider.reportNewIncomingVoIPPushPayload` with what it is given; the app then gets it as a push
    /// of PushKit.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - userInfo: What to hand on.
    /// - Returns: Whether the app has it; otherwise the notification is shown.
    open func handOn(_ call: CallNotice, userInfo: [AnyHashable: Any]) async -> Bool { false }

    /// Takes in a push; subclasses change the content in `customize`.
    open override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        begin(request.identifier, request.content, contentHandler)
    }

    /// Starts the work on content that the host may have changed already.
    func begin(
        _ identifier: String, _ content: UNNotificationContent,
        _ contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let environment: ServiceEnvironment
        do {
            environment = try dependencies.environment(appGroup ?? SharedFolder.defaultGroup)
        } catch {
            let log = ClientLog.system(minimum: .info)
            log(.error, "The extension cannot start", ("error", "\(error)"))
            let request = ServiceRequest(identifier: identifier, content: content, arrival: .zero)
            ServiceRun(request, log: log, handler: contentHandler).deliver(.failure)
            return
        }
        let request = ServiceRequest(identifier: identifier, content: content, arrival: environment.time.uptime)
        let run = ServiceRun(request, log: environment.log, handler: contentHandler)
        let id = UUID()
        runs.withLock { $0[id] = run }
        let plan = ServicePlan(
            environment: environment, budget: dependencies.budget, customize: hook(), calls: callHooks())
        let work = ProcessWork.start { [runs] in
            await plan.carryOut(request, for: run)
            run.deliver(.done)
            _ = runs.withLock { $0.removeValue(forKey: id) }
        }
        run.begin(work)
        let deadline = request.arrival + dependencies.budget.deadline
        ProcessWork.start { [runs] in
            await Self.deliver(run, at: deadline, time: environment.time, unless: work)
            _ = runs.withLock { $0.removeValue(forKey: id) }
        }
    }

    /// Hands over everything as it stands; the system does not say which of several notifications it means.
    open override func serviceExtensionTimeWillExpire() {
        let open = runs.withLock { runs in
            defer { runs = [:] }
            return Array(runs.values)
        }
        for run in open { run.deliver(.expiry) }
    }

    /// Waits for the end of the work or for the deadline, whichever comes first.
    private static func deliver(
        _ run: ServiceRun, at deadline: Duration, time: any TimeSource, unless work: Task<Void, Never>
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work.value }
            group.addTask {
                try? await time.sleep(until: deadline)
                // Also when cancelled: by then the work has delivered, and a second time does nothing.
                run.deliver(.deadline)
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func callHooks() -> ServicePlan.CallHooks {
        let service = Carried(self)
        return ServicePlan.CallHooks(
            customize: { content, call in service.object.customize(content, call: call) },
            handOn: { call, raw in await service.object.handOn(call, userInfo: raw.userInfo) })
    }

    /// The subclass's hook as a function that the plan can call.
    private func hook() -> ServicePlan.Customize {
        let service = Carried(self)
        return { content, payload in service.object.customize(content, payload: payload) }
    }
}
