import TestSupport
import Testing
import TidingsCore

@Suite("The display rule") struct DisplayRuleTests {
    @Test(
        "Only the conversation that is open in front keeps its messages silent", .rows("K6"),
        arguments: [
            (DisplayRule.AppState.background, "chat_1" as String?, "chat_1" as String?, DisplayRule.Decision.present),
            (.background, nil, "chat_1", .present),
            (.foreground, "chat_1", "chat_1", .suppress(.conversationOpen)),
            (.foreground, "chat_2", "chat_1", .present),
            (.foreground, nil, "chat_1", .present),
            (.foreground, "chat_1", nil, .present),
            (.foreground, nil, nil, .present),
        ])
    func table(
        state: DisplayRule.AppState, open: String?, message: String?, expected: DisplayRule.Decision
    ) {
        #expect(DisplayRule.decide(state: state, openConversation: open, messageConversation: message) == expected)
    }
}
