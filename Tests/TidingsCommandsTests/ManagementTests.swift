import Foundation
import PushModel
import TestSupport
import Testing

@testable import TidingsCommands

/// The commands that manage what a running server holds.
@Suite(.timeLimit(.minutes(1))) struct ManagementTests {
    @Test(.rows("B6", "B7")) func `tenants are made, changed and removed by command`() async throws {
        try await LiveServer.with { server in
            let made = await server.run(
                "tenants", "create", "acme", "--name", "Acme", "--json", key: server.workspaceKey)
            #expect(made.exit == .done, "\(made)")
            let secret = try JSONValue(parsing: made.out)["identitySecret"]?.string
            let off = await server.run("tenants", "change", "acme", "--push", "off", key: server.workspaceKey)
            #expect(off.exit == .done && off.out.contains("acme"), "\(off)")
            let list = await server.run("tenants", "list", key: server.workspaceKey)
            #expect(list.out.contains("acme     Acme     false"), "\(list)")
            let rotated = await server.run("tenants", "rotate-secret", "acme", "--json", key: server.workspaceKey)
            #expect(try JSONValue(parsing: rotated.out)["identitySecret"]?.string != secret)
            #expect(await server.run("tenants", "remove", "acme", key: server.workspaceKey).exit == .mistake)
            #expect(await server.run("tenants", "remove", "acme", "--yes", key: server.workspaceKey).exit == .done)
            let gone = await server.run("tenants", "show", "acme", key: server.workspaceKey)
            #expect(gone.exit == .mistake && gone.error.contains("404 not_found"), "\(gone)")
            let wrong = await server.run("tenants", "list")
            #expect(wrong.exit == .mistake && wrong.error.contains("403 forbidden"), "\(wrong)")
            let nothing = await server.run("tenants", "change", "acme", key: server.workspaceKey)
            #expect(nothing.exit == .mistake && nothing.error.contains("--slug"))
        }
    }

    @Test(.rows("B4")) func `a key is made beside the running server, works there, and is revoked at once`()
        async throws
    {
        try await LiveServer.with { server in
            let made = await server.run(
                "keys", "create", "--data", server.data, "--scope", "topics:*", "--name", "editor", "--json")
            #expect(made.exit == .done, "\(made)")
            let new = try JSONValue(parsing: made.out)
            let key = try #require(new["key"]?.string)
            #expect(await server.run("topics", "list", key: key).exit == .done)
            let other = await server.run("apps", "list", key: key)
            #expect(other.exit == .mistake && other.error.contains("missing_permission"))
            #expect(await server.run("keys", "revoke", new["id"]?.string ?? "").exit == .done)
            let revoked = await server.run("topics", "list", key: key)
            #expect(revoked.exit == .mistake && revoked.error.contains("401 invalid_api_key"), "\(revoked)")
        }
    }

    @Test func `topics and segments are managed by command`() async throws {
        try await LiveServer.with { server in
            let topic = await server.run("topics", "create", "offers", "--default", "off", "--daily-cap", "1", "--json")
            #expect(topic.exit == .done, "\(topic)")
            let made = try JSONValue(parsing: topic.out)
            #expect(made["defaultOptedIn"] == false && made["dailyCap"] == 1 && made["name"] == "offers")
            let changed = await server.run("topics", "change", "offers", "--daily-cap", "0", "--json")
            #expect(try JSONValue(parsing: changed.out)["dailyCap"]?.isNull == true, "\(changed)")
            let path = try server.file("u.jsonl", #"{"externalId":"ann","attributes":{"plan":"pro"}}"#)
            #expect(await server.run("import", path).exit == .done)
            let chosen = await server.run("topics", "choose", "offers", "--user", "ann", "--json")
            #expect(chosen.exit == .done && chosen.out.contains("\"enabled\":true"), "\(chosen)")
            let pros = #"{"ref":"attributes.plan","eq":"pro"}"#
            #expect(await server.run("segments", "create", "pros", "--where", pros).exit == .done)
            #expect(await server.run("segments", "members", "pros").out == "ann\n")
            let preview = await server.run("segments", "preview", "--where", pros, "--json")
            #expect(try JSONValue(parsing: preview.out)["count"] == 1, "\(preview)")
            #expect(await server.run("segments", "explain", "--where", pros).exit == .done)
            let renamed = await server.run("segments", "change", "pros", "--name", "Pros", "--json")
            #expect(try JSONValue(parsing: renamed.out)["name"] == "Pros")
            #expect(await server.run("segments", "list").out.contains("pros  Pros  1"))
            let bad = await server.run("segments", "preview", "--where", "[1]")
            #expect(bad.exit == .mistake && bad.error.contains("--where must be"))
            #expect(await server.run("segments", "remove", "pros").exit == .done)
            #expect(await server.run("topics", "remove", "offers").exit == .done)
            #expect(await server.run("topics", "show", "offers").exit == .mistake)
        }
    }

    @Test func `a message is rehearsed, scheduled, listed and taken back`() async throws {
        try await LiveServer.with { server in
            let path = try server.file("u.jsonl", #"{"externalId":"ann","attributes":{"plan":"pro"}}"#)
            #expect(await server.run("import", path).exit == .done)
            let pros = #"{"ref":"attributes.plan","eq":"pro"}"#
            // A day in a month, at nine by the clocks of whoever gets it.
            let day = Date(timeIntervalSinceNow: 30 * 86_400).ISO8601Format().prefix(10)
            let eve = Date(timeIntervalSinceNow: 29 * 86_400).ISO8601Format().prefix(10)
            let rehearsal = await server.run(
                "send", "--where", pros, "--title", "x", "--schedule", "\(day)T09:00", "--timezone", "subscriber",
                "--dry-run", "--json")
            #expect(rehearsal.exit == .done, "\(rehearsal)")
            let facts = try JSONValue(parsing: rehearsal.out)
            #expect(facts["people"] == 1 && facts["first"]?.string?.hasPrefix("\(eve)T19") == true, "\(facts)")
            #expect(try JSONValue(parsing: await server.run("messages", "list", "--json").out) == [])
            let sent = await server.run(
                "send", "--where", pros, "--title", "x", "--schedule", "\(day)T09:00", "--json")
            let id = try #require(try JSONValue(parsing: sent.out)["id"]?.string)
            #expect(try JSONValue(parsing: sent.out)["status"] == "scheduled")
            let canceled = await server.run("messages", "cancel", id, "--json")
            #expect(try JSONValue(parsing: canceled.out)["status"] == "canceled", "\(canceled)")
            let now = await server.run("send", "--to", "ann", "--title", "x", "--wait")
            #expect(now.exit == .mistake && now.out.contains("1 skipped"), "\(now)")
            let first = now.out.split(separator: "\n").first.map(String.init) ?? ""
            let deliveries = await server.run("messages", "deliveries", first)
            #expect(deliveries.out.contains("ann") && deliveries.out.contains("no_device"), "\(deliveries)")
            let none = await server.run("messages", "deliveries", first, "--status", "sent", "--json")
            #expect(none.out == "[]\n")
        }
    }
}
