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
        var size = 0
        var mediaType = ""
    }

    private let file: URL
    private let handle: FileHandle
    private let limit: Int
    private let state = Locked(State())

    private init(file: URL, limit: Int) throws {
        try Data().write(to: file)
        self.file = file
        self.limit = limit
        handle = try FileHandle(forWritingTo: file)
    }

    /// Fetches a file into a folder under a name of our own; throws for anything but 200 and past the limit in bytes.
    ///
    /// Whatever the server sends, no more than the limit is ever written. After a failure there is no file.
    package static func run(_ request: URLRequest, folder: URL, limit: Int) async throws -> DownloadedFile {
        let download = try StreamedDownload(file: folder.appendingPathComponent(UUID().uuidString), limit: limit)
        let configuration = URLSessionConfiguration.ephemeral
        // A cache would collect the whole picture in memory.
        configuration.urlCache = nil
        configuration.timeoutIntervalForResource = request.timeoutInterval
        let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                download.state.withLock { $0.continuation = continuation }
                guard !Task.isCancelled else { return download.end(task, .failure(CancellationError())) }
                task.resume()
            }
        } onCancel: {
            download.end(task, .failure(CancellationError()))
        }
    }

    /// Stores what is in memory already, under the same rules.
    static func store(_ data: Data, _ response: HTTPURLResponse, folder: URL, limit: Int) throws -> DownloadedFile {
        guard response.statusCode == 200 else { throw URLError(.badServerResponse) }
        guard data.count <= limit else { throw URLError(.dataLengthExceedsMaximum) }
        let file = folder.appendingPathComponent(UUID().uuidString)
        try data.write(to: file)
        return DownloadedFile(file: file, mediaType: mediaType(of: response))
    }

    private static func mediaType(of response: HTTPURLResponse) -> String {
        let field = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        return field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    package func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard PictureAddress.allowsRedirect(from: task.originalRequest?.url, to: request.url) else {
            completionHandler(nil)
            return end(task, .failure(URLError(.redirectToNonExistentLocation)))
        }
        completionHandler(request)
    }

    package func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
            completionHandler(.cancel)
            return end(dataTask, .failure(URLError(.badServerResponse)))
        }
        // The announced length ends it before the first byte; a server that announces nothing is stopped on the way.
        guard response.expectedContentLength <= Int64(limit) else {
            completionHandler(.cancel)
            return end(dataTask, .failure(URLError(.dataLengthExceedsMaximum)))
        }
        state.withLock { $0.mediaType = Self.mediaType(of: response) }
        completionHandler(.allow)
    }

    package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let limit = limit
        let fits = state.withLock { state -> Bool? in
            guard state.result == nil else { return nil }
            state.size += data.count
            return state.size <= limit
        }
        guard let fits else { return }
        guard fits else { return end(dataTask, .failure(URLError(.dataLengthExceedsMaximum))) }
        do {
            try handle.write(contentsOf: data)
        } catch {
            end(dataTask, .failure(error))
        }
    }

    package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(.failure(error)) }
        finish(.success(DownloadedFile(file: file, mediaType: state.withLock { $0.mediaType })))
    }

    /// Gives a transfer up before its end.
    private func end(_ task: URLSessionTask, _ result: Result<DownloadedFile, any Error>) {
        finish(result)
        task.cancel()
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
