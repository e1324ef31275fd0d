internal import PushModel
internal import Storage

extension EventInput {
    /// Why a phone has a plan no more that nobody is to see any more; for other reasons another message stands in.
    private static let ends: Set<String> = ["canceled", "replaced", "refused"]

    /// What the event says about a plan of the phone; nil if it says nothing about any, or nothing that can be used.
    var planReport: PlanReport? {
        guard let name, name == "$local.scheduled" || name == "$local.unscheduled", let data,
            let message = data["messageId"]?.string.flatMap({ Identifier(.message, parsing: $0) })
        else { return nil }
        let isHeld = name == "$local.scheduled"
        // A version of the SDK that does not count says only once that it has a plan.
        let change = data["change"]?.int ?? 1
        let isVoid = !isHeld && Self.ends.contains(data["reason"]?.string ?? "")
        return PlanReport(message: message, change: change, isHeld: isHeld, isVoid: isVoid)
    }
}
