import Foundation
import Tidings

/// Where the app goes.
@MainActor
final class Navigator {
    static let shared = Navigator()
    func show(conversation: String?) {}
    func show(_ url: URL) -> Bool { url.scheme == "example" }
    func reply(_ text: String, in conversation: String?) {}
}

// snippet: taps
@MainActor
final class PushHandler: TidingsDelegate {
    func tidingsDidOpen(_ open: NotificationOpen) {
        switch open.action {
        case nil: Navigator.shared.show(conversation: open.notification.conversation)
        case "reply": Navigator.shared.reply(open.input ?? "", in: open.notification.conversation)
        default: break
        }
    }

    func tidingsOpenDeepLink(_ url: URL, of open: NotificationOpen) -> Bool {
        Navigator.shared.show(url)  // false leaves the link to the system
    }
}
// end

@MainActor
func becomeReady(_ handler: PushHandler) {
    // snippet: ready
    Tidings.delegate = handler
    Tidings.ready()
    // end
}
