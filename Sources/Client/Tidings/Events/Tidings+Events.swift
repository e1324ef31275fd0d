extension Tidings {
    /// What happens to the notifications of this app, ours and others: each once, however many callbacks tell of it.
    ///
    /// May be asked for before `configure`. What happened before anybody listened goes to the first who does.
    public static func notificationEvents() -> AsyncStream<NotificationEvent> { FacadeInstance.current.feed.stream() }
}
