import ProcessLocal

/// What of a notification can be read by whoever looks at the screen.
struct Preview: Sendable {
    var title: String
    var subtitle: String
    var body: String

    /// Where previews are hidden, the category's placeholder stands for the text, and its options may keep title and subtitle.
    ///
    /// Source: Apple's headers. That "Notification" stands there without a placeholder is unverified on a device.
    init(_ content: WireContent, _ category: WireCategory?, showPreviews: Int, isLocked: Bool) {
        title = content.title
        subtitle = content.subtitle
        body = content.body
        let isHidden = showPreviews == 2 || (showPreviews == 1 && isLocked)
        guard isHidden else { return }
        let options = category?.options ?? 0
        if options & 4 == 0 { title = "" }
        if options & 8 == 0 { subtitle = "" }
        let placeholder = category?.hiddenPreviewsBodyPlaceholder ?? ""
        body = placeholder.isEmpty ? "Notification" : placeholder
    }
}
