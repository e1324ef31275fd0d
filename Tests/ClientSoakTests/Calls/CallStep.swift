/// One thing that happens in a sequence of calls; what makes no sense at the moment does nothing, so that steps can be left out.
enum CallStep: Sendable, Hashable {
    // The caller. Calls are counted from the newest.
    case ring([String], seconds: Int)
    case cancel(Int), end(Int)
    /// A person answers or declines in a browser.
    case acceptElsewhere(Int, String), declineElsewhere(Int, String)
    // The person with a phone.
    case answer(Int), decline(Int), hangUp(Int), hold(Int)
    case launch(Int), leave(Int), forceQuit(Int), lock(Int), unlock(Int)
    case login(Int, String), logout(Int)
    case media(Int, CallMemory.Media)
    // The system.
    case kill(Int), suspend(Int), restart(Int)
    /// The app ends in the midst of what comes next, after so many pieces of work.
    case doom(Int, after: Int)
    // The network and the pushes.
    case network(Int, isOn: Bool)
    case weather(Int, Weather)
    /// Pushes of calls arrive late from now on, or what was kept arrives, turned round or in order.
    case keepPushes, releasePushes(isReversed: Bool)
    /// A push of a call comes once more, counted from the newest.
    case again(Int)
    /// A push of a call comes that is not as it should be.
    case odd(OddPush, Int)
    case wait(seconds: Int)

    /// Pushes of calls that no server of ours sends, or none at this time.
    enum OddPush: String, Sendable, CaseIterable {
        case empty, foreign, notACall, laterVersion, undecryptable, forSomebodyElse, stale, unknownCall, notARing
    }
}

/// A step, and whether the next one comes before everything that it leads to is over.
struct CallMove: Sendable, CustomStringConvertible {
    var step: CallStep
    var isHasty = false

    var description: String { (isHasty ? "& " : "  ") + "\(step)" }
}
