import Foundation
import SimulatedDevice

extension Command {
    /// `tidings device`.
    static let device = Command(
        "device", "Run a simulated iPhone that is joined to a simulated APNs.",
        discussion: """
            Installs an app with its extensions on a simulated phone, launches it, receives its pushes, and prints the
            phone's timeline. Commands are read from standard input, one a line: try `help`. The end of the input leaves the
            phone switched on; `quit`, Ctrl-C and SIGTERM switch it off.

            The app and its extensions are executables that are built on the simulated UIKit and UserNotifications; by default
            the sample app beside the running tool. They find what --server, --key and --user say in the environment variables
            TIDINGS_URL, TIDINGS_PUBLISHABLE_KEY and TIDINGS_SAMPLE_USER, and anything else in those of --setting.
            """,
        options: [
            .value("apns-control", "URL", "Control API of the simulated APNs; required."),
            .value("app", "PATH", "Executable of the app; the sample app by default."),
            .value("extension", "PATH", "Executable of the service extension; `none` installs the app without one."),
            .value(
                "content-extension", "PATH", "Executable of the content extension, which draws what `expand` opens up."),
            .value(
                "content-category", "NAME", "A category that it draws: UNNotificationExtensionCategory.",
                repeatable: true),
            .value("bundle-id", "ID", "Bundle id of the app; \(DevelopmentStack.sampleBundleID) by default."),
            .value("environment", "NAME", "Where the app's tokens are valid: sandbox (default) or production."),
            .value("app-group", "ID", "App group of app and extension; `group.` and the bundle id by default."),
            .value("server", "URL", "The Tidings server, for the app."),
            .value("key", "KEY", "The publishable key, for the app."),
            .value("user", "ID", "The user that the app identifies, for the app."),
            .value("setting", "NAME=VALUE", "Another environment variable for app and extension.", repeatable: true),
            .value("name", "NAME", "Name of the phone; iPhone by default."),
            .value("permission", "ANSWER", "What the person answers when asked: allow (default), deny, or wait."),
            .value("kind", "NAME", "What it is: phone (default), tablet, or simulator for Apple's Simulator."),
            .value("budget", "N", "How many silent pushes an hour may wake the app; any number by default."),
            .value("task", "NAME", "A task that the scheduler may run for the app.", repeatable: true),
            .flag("scenes", "The app's property list declares scenes."),
            .value(
                "scene-delegate", "CLASS",
                "Their delegate class, such as Example.SceneDelegate; implies --scenes."),
            .flag("filtering", "The extension may keep pushes from being shown."),
            .flag("no-launch", "Do not open the app at the start."),
            .value("data", "DIR", "Folder for containers and files; a temporary one by default."),
            .json,
        ],
        examples: [
            Example(
                "tidings device --apns-control http://127.0.0.1:4011 --server http://127.0.0.1:8080 --key td_pk_… --user ada",
                "Runs the sample app as the user ada."),
            Example("tidings device --apns-control URL --json", "Prints an entry of the timeline a line."),
        ]
    ) { invocation in
        let phone = try await DeviceSetup(invocation).phone()
        let printer = Task { await TimelinePrinter(invocation.output).print(phone.timeline) }
        let session = DeviceSession(phone: phone, output: invocation.output)
        if !invocation.flag("no-launch") { await session.run(.launch) }
        var hasQuit = false
        for await line in invocation.inputLines() {
            if await session.run(line) == .quit {
                hasQuit = true
                break
            }
        }
        if !hasQuit { await untilCancelled() }
        await shielded {
            await phone.stop()
            await printer.value
        }
        return .done
    }
}
