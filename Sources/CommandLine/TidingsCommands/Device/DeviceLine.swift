/// One line of standard input, understood.
enum DeviceLine: Sendable, Equatable {
    case launch
    case background
    case suspend
    case kill
    case forceQuit
    case tap(id: String?)
    case dismiss(id: String?)
    case clear
    case act(action: String, id: String?)
    case reply(text: String)
    case lock
    case unlock
    case restart
    case offline
    case online
    case allow
    case deny
    case url(String)
    case app(line: String)
    case wait(kind: String)
    case deed(DeviceDeed)
    case screen
    case help
    case quit
    case nothing

    /// Reads a line; nil when nobody understands it.
    init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard let verb = words.first else {
            self = .nothing
            return
        }
        let rest = line.drop { $0 == " " }.dropFirst(verb.count).drop { $0 == " " }
        let argument = words.count > 1 ? words[1] : nil
        switch (verb, argument) {
        case ("tap", _): self = .tap(id: argument)
        case ("dismiss", _): self = .dismiss(id: argument)
        case ("action", let action?): self = .act(action: action, id: words.count > 2 ? words[2] : nil)
        case ("reply", _?): self = .reply(text: String(rest))
        case ("url", let url?): self = .url(url)
        case ("wait", let kind?): self = .wait(kind: kind)
        case ("app", _?): self = .app(line: String(rest))
        // The sample app's word for the screen that is open.
        case ("open", let conversation?): self = .app(line: "conversation \(conversation)")
        case ("close", nil): self = .app(line: "conversation")
        default:
            if let deed = DeviceDeed(words) {
                self = .deed(deed)
            } else {
                guard argument == nil, let simple = Self.simple[verb] else { return nil }
                self = simple
            }
        }
    }

    private static let simple: [String: DeviceLine] = [
        "launch": .launch, "foreground": .launch, "background": .background, "suspend": .suspend, "kill": .kill,
        "force-quit": .forceQuit, "clear": .clear, "lock": .lock, "unlock": .unlock, "restart": .restart,
        "offline": .offline, "online": .online, "allow": .allow, "deny": .deny, "screen": .screen, "help": .help,
        "quit": .quit, "exit": .quit,
    ]

    /// What can be typed.
    static let helpText = """
        launch, foreground      open the app, or bring it back to the front
        background              leave the app for the home screen; it is suspended a while later
        suspend                 let the app in the background stand still now
        kill                    end the app, as the system does for memory
        force-quit              swipe the app away: silent pushes no longer wake it
        tap [ID]                tap a notification; without an id the newest
        dismiss [ID]            swipe a notification away
        clear                   clear the whole list
        action ACTION [ID]      press a button of a notification
        reply TEXT              write a reply to the newest notification
        lock, unlock            lock or unlock the screen
        offline, online         leave or enter the network
        restart                 switch the phone off and on
        allow, deny             answer the permission prompt that stands on the screen
        url URL                 open a link in the app
        open CONVERSATION       open a conversation in the app, which is told `conversation CONVERSATION`
        close                   leave the conversation
        app LINE                send the app any line in its own words; the sample app knows `help`
        wait KIND               wait for an entry of the timeline after the last command, 30 seconds at most
        screen                  show what stands on the screen
        \(DeviceDeed.helpText)
        quit                    switch the phone off
        """
}
