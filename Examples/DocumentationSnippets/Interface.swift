import SwiftUI
import TidingsUI
import UserNotifications

// snippet: view
struct InboxView: View {
    @State private var opened = "nothing yet"

    var body: some View {
        Text("Opened: \(opened)")
            .onNotification { response in
                opened = response.notification.request.content.title
            }
    }
}
// end
