import Foundation
import PushModel

extension Install {
    /// Records a receipt that counts once per message, and claims it; `.repeated` if it was claimed before.
    ///
    /// First the journal, then the claim: a death in between repeats the receipt, and the server counts it once. Nothing
    /// of the app comes between the look at the claim and the claim, since the actor does one thing at a time.
    package func record(
        _ receipt: Receipt, claiming kind: ClaimLedger.Kind, note: String = ""
    ) -> ClaimLedger.Answer {
        let ledger = ClaimLedger(folder: environment.container.claims)
        if let note = ledger.note(kind, message: receipt.messageID) { return .repeated(note: note) }
        record(receipt)
        return ledger.claim(kind, message: receipt.messageID, note: note)
    }
}
