public import Foundation
public import UserNotificationsUI

/// The base of a content extension's class: its life as far as it needs no views, which are not there.
@MainActor
open class UIViewController: UIResponder {
    /// The system that shows it, in an extension.
    open private(set) var extensionContext: NSExtensionContext?
    /// The size that it would like to have.
    open var preferredContentSize = CGSize.zero
    /// What it is called.
    open var title: String?
    /// Whether `viewDidLoad` was called.
    open private(set) var isViewLoaded = false

    /// Makes a view controller.
    nonisolated public override init() {}

    /// Calls `viewDidLoad`, once.
    open func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        viewDidLoad()
    }

    /// It is about to be shown for the first time.
    open func viewDidLoad() {}
}

extension UIViewController: ContentScreen {
    package func open(in context: NSExtensionContext) {
        extensionContext = context
        loadViewIfNeeded()
    }
}
