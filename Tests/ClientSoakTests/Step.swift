import SimulatedDevice

/// One thing that happens in a sequence; what makes no sense at the moment does nothing, so that steps can be left out.
enum Step: Sendable, Hashable {
    // The person.
    case launch, leave, forceQuit, clear
    case respond(Response, to: Int)
    case lock, unlock
    case permission(Bool)
    case reinstall
    // The system.
    case suspend, kill, restart
    case prewarm(PrewarmExtent)
    /// A program ends in the midst of what comes next, after so many pieces of work.
    case doom(Program, after: Int)
    case rotateToken
    case wait(seconds: Int)
    // The network.
    case network(isOn: Bool)
    case weather(Weather)
    // The app's own user interface.
    case login(String), logout
    case read(String?)
    // The sender.
    case push(Push)

    /// How the person answers a notification.
    enum Response: String, Sendable, CaseIterable { case tap, dismiss, open, quiet, reply }

    /// What can be ended.
    enum Program: String, Sendable, CaseIterable { case app, serviceExtension }

    /// A push as its sender wants it.
    struct Push: Sendable, Hashable {
        enum Form: String, Sendable, CaseIterable { case visible, silent, waking }

        var form = Form.visible
        var isSealed = false
        /// For whoever had the device before.
        var isLate = false
        var isExpired = false
        var hasButtons = false
        var hasPicture = false
        var conversation: String?
        /// Replaces what was sent under the same id.
        var collapse: String?
        /// Which earlier push is sent again, counted from the newest.
        var repeats: Int?
    }
}

/// A step, and whether the next one comes before everything that it leads to is over.
struct Move: Sendable, Hashable, CustomStringConvertible {
    var step: Step
    var isHasty = false

    var description: String { (isHasty ? "& " : "  ") + "\(step)" }
}

extension Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .respond(let response, let index): "\(response.rawValue) notification \(index)"
        case .prewarm(let extent): "prewarm \(extent.rawValue)"
        case .doom(let program, let count): "end \(program.rawValue) after \(count) pieces"
        case .wait(let seconds): "wait \(seconds) s"
        case .network(let isOn): isOn ? "online" : "offline"
        case .weather(let weather): "network \(weather.rawValue)"
        case .login(let user): "login \(user)"
        case .read(let conversation): "read \(conversation ?? "nothing")"
        case .permission(let isAllowed): isAllowed ? "allow" : "forbid"
        case .push(let push): "push \(push)"
        case .launch: "launch"
        case .leave: "leave"
        case .forceQuit: "force-quit"
        case .clear: "clear all"
        case .lock: "lock"
        case .unlock: "unlock"
        case .reinstall: "reinstall"
        case .suspend: "suspend"
        case .kill: "kill"
        case .restart: "restart"
        case .rotateToken: "rotate token"
        case .logout: "logout"
        }
    }
}

extension Step.Push: CustomStringConvertible {
    var description: String {
        if let repeats { return "again \(repeats)" }
        var words = [form.rawValue, isSealed ? "sealed" : "clear"]
        if isLate { words.append("late") }
        if isExpired { words.append("expired") }
        if hasButtons { words.append("buttons") }
        if hasPicture { words.append("picture") }
        if let conversation { words.append("in \(conversation)") }
        if let collapse { words.append("as \(collapse)") }
        return words.joined(separator: " ")
    }
}
