import TidingsNotifications

/// How the seconds and the memory of a service extension are spent.
package struct ServiceBudget: Sendable {
    /// When the notification is handed over at the latest, counted from its arrival; 27 s by default.
    ///
    /// The system allows about 30 s and announces the end of it, but not always: this deadline is our own.
    package var deadline: Duration = .seconds(27)
    /// The longest time for telling the server, 4 s by default; the journal keeps what does not get through.
    package var receipts: Duration = .seconds(4)
    /// The longest time for registering the buttons; 3 s by default.
    package var category: Duration = .seconds(3)
    /// The longest time for telling the system whom the message comes from; 2 s by default.
    package var communication: Duration = .seconds(2)
    /// What attachments may cost.
    package var media = MediaAttacher.Limits()
    /// Nothing is fetched with less memory than this left, in bytes; 4 MB by default.
    ///
    /// A fetch does not hold a file in memory, but the network itself takes some of the 24 MB that there are.
    package var memoryReserve = 4_000_000

    /// The default budget.
    package init() {}
}
