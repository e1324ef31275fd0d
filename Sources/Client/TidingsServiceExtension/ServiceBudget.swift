import TidingsNotifications

/// How the seconds of a service extension are spent.
package struct ServiceBudget: Sendable {
    /// When the notification is handed over at the latest, counted from its arrival; 25 s by default.
    ///
    /// The system allows about 30 s and announces the end of it, but not always: this deadline is our own.
    package var deadline: Duration = .seconds(25)
    /// The longest time for telling the server, 4 s by default; the journal keeps what does not get through.
    package var receipts: Duration = .seconds(4)
    /// The longest time for registering the buttons; 3 s by default.
    package var category: Duration = .seconds(3)
    /// What the picture may cost.
    package var picture = PictureAttacher.Limits()

    /// The default budget.
    package init() {}
}
