#if os(macOS)
    /// What came of a push that woke the app; a Mac's app delegate has nobody to tell it to.
    public enum BackgroundFetchResult: Sendable {
        /// There was something new.
        case newData
        /// There was nothing new.
        case noData
        /// It went wrong.
        case failed
    }
#elseif os(watchOS)
    public import WatchKit

    /// What came of a push that woke the app, as the app delegate tells the system.
    public typealias BackgroundFetchResult = WKBackgroundFetchResult
#else
    public import UIKit

    /// What came of a push that woke the app, as the app delegate tells the system.
    public typealias BackgroundFetchResult = UIBackgroundFetchResult
#endif

extension BackgroundFetchResult {
    /// The answer for a push that brought news, or did not.
    static func answer(hasNews: Bool) -> BackgroundFetchResult { hasNews ? .newData : .noData }
}
