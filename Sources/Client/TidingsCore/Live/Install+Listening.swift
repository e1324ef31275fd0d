import Foundation

extension Install {
    /// Waits for new messages of the current person, for as long as the server allows.
    package func listen(within wait: Duration) async -> (outcome: LiveSessionMachine.Outcome, new: [HistoryMessage]) {
        guard let session, session.registration.confirmation != nil else { return (.unreachable, []) }
        let known = Set(messages().map(\.id))
        if let failure = await readHistory(session: session, wait: wait) {
            if case .rejected(401, _) = failure { return (.refused, []) }
            return (.unreachable, [])
        }
        return (.answered, messages().filter { !known.contains($0.id) })
    }
}
