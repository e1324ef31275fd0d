package import Foundation
import Locking

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// Writes a response to a file piece by piece, so that a picture never stands in the memory of an extension.
///
/// Not a download task: on Linux one that is cancelled is read back into memory, and one that is not cancelled goes on
/// filling the disk.
package final class StreamedDownload: NSObject, URLSessionDataDelegate {
    private struct State {
        var continuation: CheckedContinuation<DownloadedFile, any Error>?
        var result: Result<DownloadedFile, any Error>?
        var intake: MediaIntake
        var redirects = 0
    }

    private let file: URL
    private let handle: FileHandle
    private let state: Locked<State>

    private init(file: URL, rule: MediaRule) throws {
        try Data().write(to: file)
        self.file = file
        state = Locked(State(intake: MediaIntake(rule)))
        handle = try FileHandle(forWritingTo: file)
    }

    /// Fetches a file into a folder under a name of our own; throws for anything but 200 and for what the rule refuses.
    ///
    /// Whatever the server sends, no more than the rule allows is ever written. After a failure there is no file.
    package static func run(_ request: URLRequest, folder: URL, rule: MediaRule) async throws -> DownloadedFile {
        let download = try StreamedDownload(file: folder.appendingPathComponent(UUID().uuidString), rule: rule)
        let configuration = URLSessionConfiguration.ephemeral
        // A cache would collect the whole picture in memory.
        configuration.urlCache = nil
        configuration.timeoutIntervalForResource = request.timeoutInterval
        let session = URLSession(
            configuration: configuration, delegate: download, delegateQueue: DelegateQueue.make())
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                download.state.withLock { $0.continuation = continuation }
                guard !Task.isCancelled else { return download.end(task, CancellationError()) }
                task.resume()
            }
        } onCancel: {
            download.end(task, CancellationError())
        }
    }

    /// Stores what is in memory already, under the same rules.
    static func store(_ data: Data, _ response: HTTPURLResponse, folder: URL, rule: MediaRule) throws -> DownloadedFile
    {
        guard response.statusCode == 200 else { throw MediaRule.Refusal.badStatus }
        var intake = MediaIntake(rule)
        try intake.take(data)
        let kind = try intake.finish()
        let file = folder.appendingPathComponent(UUID().uuidString)
        try data.write(to: file)
        return DownloadedFile(file: file, kind: kind)
    }

    package func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let count = state.withLock { state in
            state.redirects += 1
            return state.redirects
        }
        guard count <= MediaAddress.redirectLimit,
            MediaAddress.allowsRedirect(from: task.originalRequest?.url, to: request.url)
        else {
            completionHandler(nil)
            return end(task, MediaRule.Refusal.redirect)
        }
        completionHandler(request)
    }

    package func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        do throws(MediaRule.Refusal) {
            guard let response = response as? HTTPURLResponse, response.statusCode == 200 else { throw .badStatus }
            // The announced length ends it before the first byte; without one it is stopped on the way.
            try admit { (intake) throws(MediaRule.Refusal) in try intake.expect(response.expectedContentLength) }
            completionHandler(.allow)
        } catch {
            completionHandler(.cancel)
            end(dataTask, error)
        }
    }

    package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard state.withLock({ $0.result == nil }) else { return }
        do {
            try admit { (intake) throws(MediaRule.Refusal) in try intake.take(data) }
            try handle.write(contentsOf: data)
        } catch {
            end(dataTask, error)
        }
    }

    package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(.failure(error)) }
        let file = file
        finish(
            Result {
                DownloadedFile(
                    file: file, kind: try admit { (intake) throws(MediaRule.Refusal) in try intake.finish() })
            })
    }

    /// Asks the intake, which belongs to the callbacks of one session and is therefore asked by one at a time.
    private func admit<Answer>(
        _ ask: (inout MediaIntake) throws(MediaRule.Refusal) -> Answer
    ) throws(MediaRule.Refusal) -> Answer {
        var intake = state.withLock { $0.intake }
        defer { state.withLock { $0.intake = intake } }
        return try ask(&intake)
    }

    /// Gives a transfer up before its end.
    private func end(_ task: URLSessionTask, _ error: any Error) {
        finish(.failure(error))
        // Elsewhere: where callbacks run on the session's own queue, cancelling there would wait for itself.
        DispatchQueue.global().async { task.cancel() }
    }

    /// Answers whoever waits; the first outcome counts, what the system reports after a cancellation says less.
    private func finish(_ result: Result<DownloadedFile, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<DownloadedFile, any Error>?? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.continuation = nil }
            return .some(state.continuation)
        }
        guard let continuation else { return }
        try? handle.close()
        if case .failure = result { try? FileManager.default.removeItem(at: file) }
        continuation?.resume(with: result)
    }
}
