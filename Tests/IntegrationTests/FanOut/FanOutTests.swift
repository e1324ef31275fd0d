import Foundation
import StorageTestSupport
import TestSupport
import Testing

/// Servers and database are killed at random points of one message's way to a whole fleet; nothing is lost, and what goes
/// out again is counted.
///
/// `TIDINGS_FANOUT_DEVICES`, `_KILLS`, `_PHONES` and `_SEED` make it large, as `make soak` does; without them only the fail-over
/// is played, small: the other kills have quick tests in ``CrashTests`` and ``NodesTests``.
@Suite(.serialized, .timeLimit(.minutes(60))) struct FanOutTests {
    private static let isSoak = ProcessInfo.processInfo.environment["TIDINGS_FANOUT_DEVICES"] != nil

    @Test(.on(.sqlite), .enabled(if: isSoak))
    func `a server that is killed amid a fan-out sends each device its one message`() async throws {
        try await ScratchFolder.with { folder in
            let stage = try await FanOutStage(
                folder: folder.path, databaseURL: nil, devices: FanOutRun.Size().devices)
            try await FanOutRun(stage: stage, name: "One server on SQLite").play(nodes: 1) { _ in
                try await stage.kill(0)
            }
            await stage.stop()
        }
    }

    @Test(.on(.postgreSQL), .rows("B31"), .enabled(if: isSoak))
    func `of two servers on one database either may be killed amid a fan-out, again and again`() async throws {
        try await CrashTests.withData { folder, url in
            let stage = try await FanOutStage(folder: folder, databaseURL: url, devices: FanOutRun.Size().devices)
            try await FanOutRun(stage: stage, name: "Two servers on PostgreSQL").play(nodes: 2) { random in
                try await stage.kill(random % 2)
            }
            await stage.stop()
        }
    }

    @Test(.on(.postgreSQL), .enabled(if: isSoak))
    func `a database that crashes and comes back amid a fan-out has lost nothing`() async throws {
        let database = try await ControlledDatabase()
        try await ScratchFolder.with { folder in
            let stage = try await FanOutStage(
                folder: folder.path, databaseURL: database.url, devices: FanOutRun.Size().devices)
            try await FanOutRun(stage: stage, name: "PostgreSQL killed").play(nodes: 2) { _ in
                try await database.restart()
            }
            await stage.stop()
        }
        await database.stop()
    }

    @Test(.on(.postgreSQL)) func `a fail-over to the standby amid a fan-out loses nothing`() async throws {
        let database = try await ControlledDatabase()
        try await ScratchFolder.with { folder in
            let stage = try await FanOutStage(
                folder: folder.path, databaseURL: database.url, devices: FanOutRun.Size().devices)
            var hasFailed = false
            try await FanOutRun(stage: stage, name: "PostgreSQL failed over").play(nodes: 2) { _ in
                // There is one standby: after it took over, servers are killed instead.
                if hasFailed { return try await stage.kill(0) }
                try await database.failOver()
                hasFailed = true
            }
            await stage.stop()
        }
        await database.stop()
    }
}
