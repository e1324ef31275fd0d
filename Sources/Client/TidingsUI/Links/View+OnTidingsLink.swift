public import Foundation
public import SwiftUI
import Tidings

extension View {
    /// Opens links that lead into the app: those of notifications that were tapped, of the app's own scheme, and universal
    /// links.
    ///
    /// Shaped like `onOpenURL`, which it uses, as `onContinueUserActivity`. However many callbacks and windows hear of a
    /// link, it is opened once: by the app's delegate if it wants it, then by the first view in front that answers true,
    /// then by the closure of `Tidings.onDeepLink`. One that launched the app waits for such a view, for at most 60
    /// seconds. What nobody opens goes to the system if it came with a notification, and nowhere else if it came from
    /// outside.
    ///
    /// - Parameter action: Opens the link and answers true, or answers false; runs on the main actor.
    /// - Returns: A view that opens links as long as it is on the screen.
    public func onTidingsLink(perform action: @escaping @MainActor (URL) -> Bool) -> some View {
        modifier(TidingsLinkModifier(open: action))
    }
}
