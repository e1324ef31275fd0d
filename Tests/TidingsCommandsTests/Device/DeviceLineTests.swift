import Foundation
import SimulatedDevice
import Testing

@testable import TidingsCommands

struct DeviceLineTests {
    @Test(arguments: [
        ("tap", DeviceLine.tap(id: nil)), ("tap msg_1", .tap(id: "msg_1")),
        ("  dismiss  msg_1 ", .dismiss(id: "msg_1")),
        ("action mute", .act(action: "mute", id: nil)), ("action mute msg_1", .act(action: "mute", id: "msg_1")),
        ("reply on my  way", .reply(text: "on my  way")), ("app identify ben", .app(line: "identify ben")),
        ("open c7", .app(line: "conversation c7")), ("close", .app(line: "conversation")),
        ("url https://example.com/a b", .url("https://example.com/a")),
        ("wait push.arrived", .wait(kind: "push.arrived")),
        ("foreground", .launch), ("launch", .launch), ("force-quit", .forceQuit), ("exit", .quit), ("", .nothing),
        ("   ", .nothing),
        ("link https://example.com/a", .deed(.link("https://example.com/a"))), ("expand", .deed(.expand(id: nil))),
        ("prewarm", .deed(.prewarm(.main))), ("prewarm launch", .deed(.prewarm(.launch))),
        ("mute on", .deed(.flip(.mute, isOn: true))), ("low-power off", .deed(.flip(.lowPower, isOn: false))),
        ("summary on", .deed(.flip(.summary, isOn: true))), ("summary now", .deed(.deliverSummary)),
        ("previews never", .deed(.previews(.never))), ("trial quietly", .deed(.trial(.keepQuietly))),
        ("clear-group a", .deed(.clearGroup(thread: "a"))), ("enter home", .deed(.enterRegion("home"))),
        ("time-zone UTC", .deed(.timeZone("UTC"))), ("locale de_DE", .deed(.locale("de_DE"))),
        ("answer", .deed(.answer(nil))), ("decline", .deed(.decline(nil))), ("hang-up", .deed(.hangUp(nil))),
        (
            "answer 6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11",
            .deed(.answer(UUID(uuidString: "6F1C9A52-0B6E-4A7E-9D0F-3A5D1F0C2B11")))
        ),
        ("hold on", .deed(.hold(true))), ("hold off", .deed(.hold(false))),
        ("task refresh", .deed(.task("refresh"))), ("cancel-task export", .deed(.cancelTask("export"))),
    ])
    func `lines are understood`(line: String, expected: DeviceLine) {
        #expect(DeviceLine(line) == expected)
    }

    @Test(arguments: [
        "nonsense", "action", "reply", "url", "wait", "app", "open", "kill now", "Tap", "lock 3",
        "mute", "mute maybe", "previews sometimes", "prewarm twice", "trial", "window 2", "summary", "expand a b",
        "answer me", "answer a b", "hold", "hold maybe", "hang up",
    ])
    func `what is no command is nobody's`(line: String) {
        #expect(DeviceLine(line) == nil)
    }

    @Test(arguments: [
        (["device"], "--apns-control"),
        (["device", "--apns-control", "http://127.0.0.1:1", "--app", "/nowhere/app"], "/nowhere/app"),
        (
            [
                "device", "--apns-control", "http://127.0.0.1:1", "--app", "/bin/true", "--extension", "none",
                "--permission", "maybe",
            ],
            "--permission"
        ),
        (["device", "--apns-control", "http://127.0.0.1:1", "--app", "/bin/true", "--setting", "NAME"], "--setting"),
        (
            [
                "device", "--apns-control", "http://127.0.0.1:1", "--app", "/bin/true", "--extension", "none",
                "--environment", "moon",
            ],
            "--environment"
        ),
        (
            [
                "device", "--apns-control", "http://127.0.0.1:1", "--app", "/bin/true", "--extension", "none",
                "--kind", "toaster",
            ],
            "--kind"
        ),
        (
            [
                "device", "--apns-control", "http://127.0.0.1:1", "--app", "/bin/true", "--extension", "none",
                "--budget", "0",
            ],
            "--budget"
        ),
        (["device", "--apns-control", "not a url", "--app", "/bin/true", "--extension", "none"], "--apns-control"),
    ])
    func `a mistake in the options is named and exits 1`(words: [String], named: String) async {
        let run = await tool(words)
        #expect(run.exit == .mistake)
        #expect(run.error.contains(named), "\(run.error)")
    }

    @Test func `help names each switch and every other command`() {
        for option in DeviceSwitch.allCases { #expect(DeviceLine.helpText.contains(option.rawValue)) }
        for word in [
            "expand", "clear-group", "link", "prewarm", "window", "previews", "trial", "enter", "time-zone", "locale",
            "task",
        ] {
            #expect(DeviceLine.helpText.contains("\n\(word) "), "\(word)")
        }
    }
}
