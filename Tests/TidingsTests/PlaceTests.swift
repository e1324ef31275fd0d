import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing

@Suite("Time zone and locale", .timeLimit(.minutes(1))) struct PlaceTests {
    /// Waits until the device is registered with this zone and locale.
    private func wait(_ phone: SDKPhone, _ zone: String, _ locale: String) async throws {
        try await phone.server.wait { server in
            let device = server.devices.first?.registration
            return device?["timeZone"] == .string(zone) && device?["locale"] == .string(locale)
        }
    }

    @Test(
        "The device is registered with the zone and the locale of the phone, and anew when either changes",
        .rows("B41", "B64"))
    func device() async throws {
        let phone = try SDKPhone()
        phone.phone.device.setTimeZone(try #require(TimeZone(identifier: "Asia/Tokyo")))
        phone.phone.device.setLocale(Locale(identifier: "ja_JP"))
        _ = try await phone.registered()
        try await wait(phone, "Asia/Tokyo", "ja_JP")
        // In front the app hears of it at once.
        phone.phone.device.setTimeZone(try #require(TimeZone(identifier: "Europe/Oslo")))
        try await wait(phone, "Europe/Oslo", "ja_JP")
        phone.phone.device.setLocale(Locale(identifier: "nb_NO"))
        try await wait(phone, "Europe/Oslo", "nb_NO")
        // One that stands still, or is dead, says so when it runs again.
        for isDead in [false, true] {
            try await phone.phone.background()
            if isDead { try await phone.phone.kill() } else { try await phone.phone.suspend() }
            let zone = isDead ? "America/New_York" : "UTC"
            phone.phone.device.setTimeZone(try #require(TimeZone(identifier: zone)))
            try await phone.phone.launch()
            // Foundation has another name for Greenwich's.
            try await wait(phone, isDead ? zone : try #require(TimeZone(identifier: zone)).identifier, "nb_NO")
        }
        #expect(phone.server.devices.count == 1)
        await phone.phone.stop()
    }

    @Test("An app gives the person a zone and a locale of their own, and takes them back", .rows("B40"))
    func person() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        #expect(phone.server.place(of: "ada").isEmpty, "nothing is said for the person by itself")
        phone.server.isOffline = true
        for command in ["zone Europe/Oslo", "locale de_CH", "zone Europe/Berlin", #"attributes {"plan":"pro"}"#] {
            try await phone.phone.command(command)
        }
        try await phone.settle()
        try await phone.phone.kill()
        phone.server.isOffline = false
        // Too many attributes are no reason to forget where somebody is.
        phone.server.refuseAttributes()
        try await phone.phone.launch()
        try await phone.server.wait { $0.place(of: "ada") == ["timezone": "Europe/Berlin", "locale": "de-CH"] }
        try await phone.phone.command("zone")
        try await phone.settle()
        try await phone.server.wait { $0.place(of: "ada")["timezone"] == .null }
        #expect(phone.server.place(of: "ada")["locale"] == "de-CH")
        #expect(phone.server.calls.count { $0.method == "PATCH" && $0.body["timezone"] != nil } == 2)
        await phone.phone.stop()
    }

    @Test("A zone belongs to whoever used the app when it was set", .rows("B40", "CS-X3"))
    func eachTheirOwn() async throws {
        let phone = try await SDKPhone().registered()
        phone.server.isOffline = true
        for command in ["zone Europe/Oslo", "logout", "identify bob", "zone Asia/Tokyo"] {
            try await phone.phone.command(command)
        }
        try await phone.settle()
        phone.server.isOffline = false
        try await phone.settle()
        try await phone.server.wait { $0.place(of: "bob")["timezone"] == "Asia/Tokyo" }
        #expect(phone.server.place(of: "ada")["timezone"] == "Europe/Oslo")
        await phone.phone.stop()
    }
}
