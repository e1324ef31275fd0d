import SwiftUI
import Tidings
import TidingsUI
import UserNotifications

/// Shows what the app has heard, and notes responses to notifications of others; those to ours reach the delegate.
struct ContentView: View {
    @ObservedObject private var diary = Diary.shared

    var body: some View {
        Text(diary.lines.isEmpty ? "Waiting for news" : diary.lines.joined(separator: "\n"))
            .onNotification(where: { !Tidings.isTidings($0.notification.request.content.userInfo) }) { response in
                Diary.shared.note(
                    "response",
                    [
                        "id": response.notification.request.identifier, "action": response.actionIdentifier,
                        "title": response.notification.request.content.title,
                    ])
            }
    }
}
