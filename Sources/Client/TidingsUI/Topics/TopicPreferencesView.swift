public import SwiftUI
import TidingsCore

/// The topics that the person may want to hear of, each with a switch.
///
/// A switch moves at once. When the server does not take the choice, the list is read again and shows what holds. Without
/// network it shows what was read last, and choices wait on the phone.
///
///     TopicPreferencesView()
///     TopicPreferencesView { topic in
///         Toggle("E-mail about \(topic.preference.name)", isOn: topic.isEnabled(on: "email"))
///     }
public struct TopicPreferencesView<Row: View>: View {
    @StateObject private var list: TopicList
    private let texts: TopicTexts
    private let row: @MainActor (TopicSwitch) -> Row

    /// Shows rows of the app's own.
    ///
    /// - Parameters:
    ///   - source: Where topics come from and choices go; the SDK unless given.
    ///   - texts: What is shown when the topics cannot be read.
    ///   - row: Makes the view of a topic.
    public init(
        source: TopicSource = .tidings, texts: TopicTexts = TopicTexts(),
        @ViewBuilder row: @escaping @MainActor (TopicSwitch) -> Row
    ) {
        _list = StateObject(wrappedValue: TopicList(source))
        self.texts = texts
        self.row = row
    }

    /// The rows.
    public var body: some View {
        List {
            if list.hasFailed {
                Text(texts.failed)
                Button(texts.retry) { list.retry() }
            }
            ForEach(list.topics) { topic in row(TopicSwitch(preference: topic, list: list)) }
        }
        .task { await list.run() }
    }
}

extension TopicPreferencesView where Row == TopicRow {
    /// Shows each topic's name, what it is about, and a switch.
    ///
    /// - Parameters:
    ///   - source: Where topics come from and choices go; the SDK unless given.
    ///   - texts: What is shown when the topics cannot be read.
    public init(source: TopicSource = .tidings, texts: TopicTexts = TopicTexts()) {
        self.init(source: source, texts: texts) { TopicRow(topic: $0) }
    }
}

/// A topic's name, what it is about, and a switch.
public struct TopicRow: View {
    let topic: TopicSwitch

    /// The switch with its label.
    public var body: some View {
        Toggle(isOn: topic.isEnabled) {
            VStack {
                Text(topic.preference.name)
                if let description = topic.preference.description { Text(description) }
            }
        }
    }
}

/// What the view of topics says in words; give it your own, in the languages of your app.
public struct TopicTexts: Sendable {
    /// The topics could not be read.
    public var failed = "The topics could not be read."
    /// The button that tries again.
    public var retry = "Try again"

    /// Starts with English texts.
    public init() {}
}
