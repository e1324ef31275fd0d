import Combine
public import SwiftUI
import Tidings
public import TidingsCore

/// The topics as a view shows them: with choices at once, and as the source says when it does not take one.
@MainActor
final class TopicList: ObservableObject {
    @Published private(set) var topics: [TopicPreference] = []
    @Published private(set) var hasFailed = false
    private let source: TopicSource
    private var choicesUnderWay = 0

    nonisolated init(_ source: TopicSource) { self.source = source }

    /// Reads the topics, and again for each person who comes.
    func run() async {
        await load()
        var reader = await Tidings.subscriber()?.id
        for await state in Tidings.registrations() where state.subscriber.id != reader {
            if reader != nil { topics = [] }
            reader = state.subscriber.id
            await load()
        }
    }

    func retry() { ProcessWork.start { await self.load() } }

    private func load() async {
        do {
            topics = try await source.all()
            hasFailed = false
        } catch {
            hasFailed = true
        }
    }

    /// Shows a choice and says it to the source; the interface calls bindings on the main thread only.
    nonisolated func choose(_ topic: String, on channel: String? = nil, _ isOn: Bool) {
        MainActor.assumeIsolated { choose(topic, channel: channel, isOn: isOn) }
    }

    private func choose(_ topic: String, channel: String?, isOn: Bool) {
        let choice = channel.map { TopicChoice(channel: $0, isOn: isOn) } ?? TopicChoice(everything: isOn)
        topics = topics.map { $0.topic == topic ? $0.after(choice) : $0 }
        choicesUnderWay += 1
        ProcessWork.start { await self.say(topic, channel: channel, isOn: isOn) }
    }

    private func say(_ topic: String, channel: String?, isOn: Bool) async {
        let answer = try? await source.set(topic, channel, isOn)
        choicesUnderWay -= 1
        // Until the last answer is there, a list would take back what was chosen meanwhile.
        guard choicesUnderWay == 0 else { return }
        if let answer { topics = answer } else { await load() }
    }
}

/// A topic in a view, with its switches.
@MainActor
public struct TopicSwitch {
    /// The topic, and what was chosen.
    public let preference: TopicPreference
    let list: TopicList

    /// Whether the person gets pushes on the topic; switches it in all channels.
    public var isEnabled: Binding<Bool> {
        Binding {
            preference.isEnabled
        } set: { isOn in
            list.choose(preference.topic, isOn)
        }
    }

    /// Whether the person gets the topic by one channel, such as `email`.
    public func isEnabled(on channel: String) -> Binding<Bool> {
        Binding {
            preference.channels[channel] ?? false
        } set: { isOn in
            list.choose(preference.topic, on: channel, isOn)
        }
    }
}
