import Foundation
import TestSupport
import Testing
import TidingsCore

@Suite("Links from outside") struct LinkQueueTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    @Test("One opening that several callbacks report is one link; later it is another", .rows("CS-H3", "CS-U4"))
    func once() throws {
        var queue = LinkQueue()
        let link = try url("app://a")
        #expect(queue.receive(link, now: start) == true)
        #expect(queue.receive(link, now: after(0.1)) == false)
        #expect(queue.receive(try url("app://b"), now: after(0.1)) == true)
        #expect(queue.receive(link, now: after(3.2)) == true)
        #expect(try (0..<3).map { _ in queue.next(now: after(3.2))?.url } == [link, url("app://b"), link])
        #expect(queue.next(now: after(3.2)) == nil)
    }

    @Test("A link that the app itself has sent out does not come in again", .rows("CS-H3"))
    func ownLink() throws {
        var queue = LinkQueue()
        queue.note(try url("app://a"), now: start)
        #expect(queue.receive(try url("app://a"), now: after(1)) == false)
    }

    @Test("A link that waited for more than a minute is not opened any more", .rows("CS-U4"))
    func age() throws {
        var queue = LinkQueue()
        #expect(queue.receive(try url("app://old"), now: start) == true)
        #expect(queue.receive(try url("app://young"), now: after(10)) == true)
        #expect(queue.next(now: after(65))?.url.absoluteString == "app://young")
        for number in 0..<50 { _ = queue.receive(try url("app://\(number)"), now: after(65)) }
        #expect(queue.next(now: after(65))?.url.absoluteString == "app://30")
    }
}
