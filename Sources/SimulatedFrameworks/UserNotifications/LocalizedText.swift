public import Foundation
internal import ProcessLocal

extension NSString {
    /// The app's text for a key, its `%@` filled with the arguments; the key itself where there is no text.
    ///
    /// Apple looks the text up when the notification is shown; the simulated device does so at once.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let words = (arguments ?? []).map { "\($0)" }
        guard case .text(let text) = SimulatedProcess.current.callNow(.localizedText(key: key, arguments: words)) else {
            return key
        }
        return text
    }
}
