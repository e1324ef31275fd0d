import Foundation
import Timekeeping

extension Install {
    /// Whether the messages that were just read should have come as pushes, and none did.
    ///
    /// Only where the extension tells of each push that is shown; what iOS shows by itself nobody hears of.
    func hasFallenSilent() -> Bool {
        guard let session, let token = session.registration.token?.hex,
            session.registration.permission?.allowsNotifications == true,
            session.registration.confirmation?.device.token == token, environment.facts().hasServiceExtension
        else { return false }
        var watch = session.silence ?? SilenceWatch()
        let ledger = ClaimLedger(folder: environment.container.claims)
        let isSilent = watch.judge(
            HistoryStore(file: environment.container.history).messages(), token: token, now: environment.time.now
        ) { ledger.note(.delivered, message: $0) != nil }
        if watch != session.silence { change { $0.silence = watch } }
        if isSilent { log(.warning, "Of the last messages none came as a push") }
        return isSilent
    }
}
