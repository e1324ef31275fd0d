import Spawning

/// Runs a program that others wrote.
enum OtherProgram {
    /// What it wrote, errors after the rest.
    static func output(of path: String, _ arguments: [String]) async throws -> String {
        var launch = Launch(path, arguments)
        launch.output = .pipe
        launch.error = .pipe
        let result = await (try SpawnedProgram(launch)).result()
        return result.output + result.error
    }
}
