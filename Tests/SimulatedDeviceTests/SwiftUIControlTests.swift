import Foundation
import Observation
import ProcessLocal
import SimulatedDevice
import SwiftUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SwiftUIControlTests {
    private func texts(_ wanted: String, _ test: TestPhone, after mark: Int = 0) async throws {
        _ = try await test.timeline.first(after: mark) { $0.kind == "app.texts" && $0["texts"] == wanted }
    }

    @Test func `buttons and switches are pressed by their labels, and what is observable is shown anew`() async throws {
        let test = try await makePhone(program: .app(BasketApp.self))
        try await test.phone.launch()
        try await texts("apples | off | pears | off | Empty", test)
        try await test.phone.press("pears")
        try await texts("apples | off | pears | on | Empty", test)
        try await test.phone.press("Empty")
        try await texts("Empty", test, after: 1)
        await #expect(throws: DeviceError.self) { try await test.phone.press("plums") }
        await test.phone.stop()
    }

    @Test func `a universal link reaches views that go on with activities and views that open URLs`() async throws {
        let test = try await makePhone(program: .app(BasketApp.self))
        try await test.phone.launch()
        try await test.phone.device.openUniversalLink("https://example.com/a", in: test.phone.bundleID)
        #expect(try await test.timeline.first("app.activity")["url"] == "https://example.com/a")
        #expect(try await test.timeline.first("app.url")["url"] == "https://example.com/a")
        try await test.phone.openURL("basket://b")
        _ = try await test.timeline.first { $0.kind == "app.url" && $0["url"] == "basket://b" }
        #expect(test.timeline.all("app.activity").count == 1)
        await test.phone.stop()
    }
}

@MainActor @Observable
private final class Basket {
    var fruits: [Fruit] = [Fruit(id: "apples"), Fruit(id: "pears")]
}

private struct Fruit: Identifiable {
    let id: String
    var isWanted = false
}

private struct BasketApp: App {
    var body: some Scene {
        WindowGroup { BasketView() }
    }
}

private struct BasketView: View {
    @State private var basket = Basket()

    var body: some View {
        List {
            ForEach(basket.fruits) { fruit in
                Toggle(fruit.id, isOn: isWanted(fruit.id))
            }
            Button("Empty") { basket.fruits = [] }
        }
        .onOpenURL { SimulatedProcess.current.log("url", ["url": $0.absoluteString]) }
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
            SimulatedProcess.current.log("activity", ["url": activity.webpageURL?.absoluteString ?? ""])
        }
    }

    private func isWanted(_ id: String) -> Binding<Bool> {
        Binding {
            basket.fruits.first { $0.id == id }?.isWanted ?? false
        } set: { isWanted in
            basket.fruits = basket.fruits.map { $0.id == id ? Fruit(id: id, isWanted: isWanted) : $0 }
        }
    }
}
