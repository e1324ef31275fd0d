extension TimelineEntry.Kind {
    // MARK: Pushes

    /// A push came from APNs.
    ///
    /// Details: `type`, `collapseId`, `apnsId`.
    public static let pushArrived: Self = "push.arrived"
    /// A push had no effect.
    ///
    /// Details: `reason`: `no_app`, `not_allowed`, `nothing_to_show`, `invalid_payload`.
    public static let pushDropped: Self = "push.dropped"
    /// A silent push did not wake the app.
    ///
    /// Details: `reason`: `force_quit`, `background_refresh_off`, `low_power`, `simulator`, or
    /// `no_background_mode`.
    public static let wakeRefused: Self = "wake.refused"
    /// A silent push waits for the budget.
    ///
    /// Details: `seconds`.
    public static let wakeHeld: Self = "wake.held"
    /// A silent push that waited is handed on.
    ///
    /// Details: `reason`: `budget`, `opened`.
    public static let wakeReleased: Self = "wake.released"
    /// A silent push that waited is lost.
    ///
    /// Details: `reason`: `newer`, `force_quit`.
    public static let wakeDiscarded: Self = "wake.discarded"
    /// The app answered a silent push.
    ///
    /// Details: `result`: `newData`, `noData`, `failed`, `not_implemented`, `timed_out`.
    public static let wakeAnswered: Self = "wake.answered"

    // MARK: The service extension

    /// The extension was called.
    public static let extensionStarted: Self = "extension.started"
    /// The extension handed on content.
    ///
    /// Details: `title`, `body`, `attachments`, `memoryKB` in a child process.
    public static let extensionAnswered: Self = "extension.answered"
    /// The extension was told that its time is nearly up.
    public static let extensionExpiring: Self = "extension.expiring"
    /// The extension handed on nothing; the original is shown.
    ///
    /// Details: `reason`: `time`, `memory`, `crash`.
    public static let extensionFailed: Self = "extension.failed"
    /// The extension's process stands still.
    public static let extensionFrozen: Self = "extension.frozen"

    // MARK: The screen

    /// A notification appeared.
    ///
    /// Details: `title`, `subtitle`, `body`, `banner`, `list`, `sound`, `replaced`, `attachments`,
    /// `category`, `origin`: `push` or `local`, `level`: `passive`, `active`, `timeSensitive`, `critical`; where they apply
    /// `silenced`: `focus`, `lockScreen` on a locked device, `soundName`, `sender`, `avatar`.
    public static let shown: Self = "notification.shown"
    /// A notification did not appear.
    ///
    /// Details: `reason`: `app_declined`, `not_implemented`, `timed_out`, `filtered`.
    public static let notShown: Self = "notification.notShown"
    /// A notification left the list.
    ///
    /// Details: `reason`: `app`, `tapped`, `dismissed`, `action`, `cleared`, `content`,
    /// `uninstalled`.
    public static let removed: Self = "notification.removed"
    /// An attachment was dropped.
    ///
    /// Details: `reason`.
    public static let attachmentDropped: Self = "attachment.dropped"
    /// The number on the icon changed.
    ///
    /// Details: `value`, `by`: `push`, `app`, `local`.
    public static let badgeChanged: Self = "badge.changed"
    /// A notification was scheduled.
    ///
    /// Details: `after` in seconds, or `place`.
    public static let scheduled: Self = "notification.scheduled"
    /// A notification will not be due.
    ///
    /// Details: `reason`: `limit`.
    public static let unscheduled: Self = "notification.unscheduled"
    /// A notification waits for the scheduled summary.
    public static let keptForSummary: Self = "notification.keptForSummary"
    /// The scheduled summary appeared; the notification is the featured one.
    ///
    /// Details: `count`.
    public static let summaryDelivered: Self = "summary.delivered"
    /// The person opened a notification up, and its content extension drew it.
    public static let expanded: Self = "notification.expanded"
    /// The content extension closed the notification that it drew.
    public static let collapsed: Self = "notification.collapsed"
    /// The content extension said what becomes of a response.
    ///
    /// Details: `action`, `result`: `stays`, `dismissed`, `forwarded`.
    public static let contentAnswered: Self = "content.answered"
    /// The content extension drew nothing.
    ///
    /// Details: `reason`: `crash`.
    public static let contentFailed: Self = "content.failed"

    // MARK: The person

    /// The person did something with a notification.
    ///
    /// Details: `action`, `text`.
    public static let responded: Self = "notification.responded"
    /// The person was asked for permission.
    public static let permissionPrompted: Self = "permission.prompted"
    /// The permission changed.
    ///
    /// Details: `status`.
    public static let permissionDecided: Self = "permission.decided"
    /// The device was locked, unlocked, or started.
    ///
    /// Details: `state`: `locked`, `unlocked`, `restarted`.
    public static let lockChanged: Self = "device.lock"
    /// The device went on or off the network.
    ///
    /// Details: `state`: `online`, `offline`.
    public static let networkChanged: Self = "device.network"

    /// A Focus or the mute switch changed.
    ///
    /// Details: `focus`: `on`, `off`; or `muted`.
    public static let attentionChanged: Self = "device.attention"
    /// Low Power Mode or the charger changed.
    ///
    /// Details: `lowPower`, or `charging`.
    public static let powerChanged: Self = "device.power"
    /// The clock or the time zone was set.
    ///
    /// Details: `timeZone`, or `clock`.
    public static let clockChanged: Self = "device.clock"
    /// The device was set up from a backup.
    ///
    /// Details: `encrypted`.
    public static let restored: Self = "device.restored"

    /// An app was removed from the device, with everything that it kept there but for the Keychain.
    public static let uninstalled: Self = "device.uninstalled"

    // MARK: Calls

    /// A call was reported for a push of one, or none had to be.
    ///
    /// Details: `result`: `done`, `timed_out`, `not_implemented`.
    public static let callPushReported: Self = "voip.reported"
    /// Pushes of calls start the app no more, until it is installed again.
    public static let callPushesBlocked: Self = "voip.blocked"
    /// A call rings.
    ///
    /// Details of this and the next: `call`, `name`, `handle`, `video`, `outgoing`.
    public static let callRinging: Self = "call.ringing"
    /// More is known of a call.
    public static let callUpdated: Self = "call.updated"
    /// Both sides of a call hear each other.
    public static let callConnected: Self = "call.connected"
    /// A call is over.
    ///
    /// Details as well: `reason`: `person`, `failed`, `remoteEnded`, `unanswered`, `answeredElsewhere`, `declinedElsewhere`,
    /// `process`, `reset`, `invalidated`.
    public static let callEnded: Self = "call.ended"
    /// A call is not shown.
    ///
    /// Details: `call`, `code` of `CXErrorCodeIncomingCallError`.
    public static let callRefused: Self = "call.refused"
    /// Something is to be done to a call.
    ///
    /// Details: `call`, `action`: `start`, `answer`, `end`, `hold`, `unhold`, `mute`, `unmute`, `group`, `tones`.
    public static let callAction: Self = "call.action"
    /// The app has done it, or has not.
    ///
    /// Details as well: `result`: `fulfilled`, `failed`, `timed_out`.
    public static let callActionDone: Self = "call.actionDone"
    /// Calls have the sound, or have it no more.
    ///
    /// Details: `state`: `active`, `inactive`.
    public static let callAudio: Self = "call.audio"

    // MARK: The app

    /// A task was submitted to the scheduler.
    ///
    /// Details: `task`, `kind`: `refresh`, `processing`, `continued`, which has `title` and `subtitle`.
    public static let taskSubmitted: Self = "task.submitted"
    /// The scheduler ran a task.
    ///
    /// Details: `task`.
    public static let taskStarted: Self = "task.started"
    /// A task of the scheduler is over.
    ///
    /// Details: `task`, `result`: `success`, `failure`, `expired`, `no_handler`, `launch_failed`; `progress` from 0 to 1 where
    /// the task tells.
    public static let taskEnded: Self = "task.ended"

    /// The app told the person something else about a task that goes on in the background.
    ///
    /// Details: `task`, `title`, `subtitle`, `progress`.
    public static let taskChanged: Self = "task.changed"

    /// A process started.
    ///
    /// Details: `reason`.
    public static let launched: Self = "process.launched"
    /// A process is over.
    ///
    /// Details: `reason`.
    public static let ended: Self = "process.ended"
    /// The app is in another state.
    ///
    /// Details: `state`: `active`, `inactive`, `background`, `suspended`, `notRunning`.
    public static let state: Self = "app.state"
    /// A method of the app was called.
    ///
    /// Details: `name`.
    public static let callback: Self = "callback"
    /// A method of the app has finished.
    ///
    /// Details: `name`, `result`.
    public static let callbackDone: Self = "callback.done"
    /// The app registered for pushes and has a token, or has not.
    ///
    /// Details: `token` shortened, or `error`.
    public static let registered: Self = "token.registered"
    /// The app asked for a token while that is not possible.
    ///
    /// Details: `reason`.
    public static let registrationPending: Self = "token.pending"
    /// The app replaced its categories.
    ///
    /// Details: `identifiers`.
    public static let categoriesSet: Self = "categories.set"
    /// The app opened a URL.
    ///
    /// Details: `url`.
    public static let urlOpened: Self = "url.opened"
    /// Something that Apple punishes.
    ///
    /// Details: `what`.
    public static let misuse: Self = "misuse"
    /// The answer of the app to a line.
    ///
    /// Details: `line`, `answer`.
    public static let command: Self = "command"
    /// The courier could not be reached.
    ///
    /// Details: `error`.
    public static let courierFailed: Self = "courier.failed"
}
