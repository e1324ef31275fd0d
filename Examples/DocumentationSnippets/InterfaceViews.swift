import Foundation
import SwiftUI
import Tidings
import TidingsCore
import TidingsUI

// snippet: primer
struct OrderView: View {
    var body: some View {
        VStack {
            PermissionPrimer()
            Text("Your order is on its way.")
        }
    }
}
// end

// snippet: own primer
struct OwnPrimer: View {
    var body: some View {
        PermissionPrimer { primer in
            switch primer.phase {
            case .ask: Button("Tell me when it is at the door", action: primer.allow)
            case .denied: Button("Notifications are off: open Settings", action: primer.openSettings)
            }
        }
    }
}
// end

// snippet: topics view
struct SettingsView: View {
    var body: some View {
        TopicPreferencesView()
    }
}
// end

// snippet: own rows
struct MailSettingsView: View {
    var body: some View {
        TopicPreferencesView { topic in
            Toggle(topic.preference.name, isOn: topic.isEnabled(on: "email"))
        }
    }
}
// end

// snippet: own source
extension TopicSource {
    static let preview = TopicSource {
        [TopicPreference(topic: "news", name: "News")]
    } set: { topic, channel, isEnabled in
        [TopicPreference(topic: topic, name: "News", isEnabled: isEnabled, isDefault: false)]
    }
}
// end

// snippet: links
struct ShopView: View {
    @State private var page = "start"

    var body: some View {
        Text("Page: \(page)")
            .onTidingsLink { url in
                guard url.host == "orders" else { return false }
                page = url.path
                return true
            }
    }
}
// end

// snippet: model
@available(iOS 17, macOS 14, watchOS 10, visionOS 1, *)
struct StatusView: View {
    @State private var tidings = TidingsModel()

    var body: some View {
        Text(tidings.registration?.isRegistered == true ? "Pushes arrive" : "Not registered yet")
            .task { await tidings.run() }
    }
}
// end
