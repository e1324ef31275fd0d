import ProcessLocal
import SwiftUI
import TidingsUI
import UserNotifications

/// Shows a text and notes each response on the phone's timeline.
struct ContentView: View {
    var body: some View {
        Text("Waiting for news")
            .onNotification { response in
                SimulatedProcess.current.log(
                    "response",
                    [
                        "id": response.notification.request.identifier, "action": response.actionIdentifier,
                        "title": response.notification.request.content.title,
                    ])
            }
    }
}
