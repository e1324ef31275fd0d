import Foundation
import PushModel

extension ClientContainer {
    /// Whether this phone shows by itself what a message stands in for: then a second sound would be one too many.
    ///
    /// The server cannot know while the phone's word that it has the plan is still on its way.
    package func showsByItself(_ message: ReceivedMessage) -> Bool {
        guard let planned = message.instead else { return false }
        if ClaimLedger(folder: claims).note(.presentation, message: planned) != nil { return true }
        guard let content = try? Data(contentsOf: local),
            let schedule = try? JSONDecoder().decode(LocalSchedule.self, from: content)
        else { return false }
        return schedule.entries.values.contains { $0.order.message == planned && $0.scheduled != nil }
    }
}
