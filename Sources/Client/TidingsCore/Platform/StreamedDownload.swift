import Foundation
import Locking
import Timekeeping

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Lets the network write a response straight to a file, so that a picture never stands in the memory of an extension.
final class StreamedDownload: NSObject, URLSessionDownloadDelegate {
    private struct State {
        var continuation: CheckedContinuation<DownloadedFile, any Error>?
        var result: Result<DownloadedFile, any Error>?
    }

    private let file: URL
    private let limit: Int
    private let state = Locked(State())

    private init(file: URL, limit: Int) {
        self.file = file
        self.limit = limit
    }

    /// Fetches a file into a folder under a name of our own; throws for anything but 200 and past the limit in bytes.
    static func run(_ request: URLRequest, folder: URL, limit: Int) async throws -> DownloadedFile {
        let download = StreamedDownload(file: folder.appendingPathComponent(UUID().uuidString), limit: limit)
        let configuration = URLSessionConfiguration.ephemeral
        // A cache would collect the whole picture in memory.
        configuration.urlCache = nil
        configuration.timeoutIntervalForResource = request.timeoutInterval
        let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.downloadTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                download.state.withLock { $0.continuation = continuation }
                guard !Task.isCancelled else { return download.finish(CancellationError()) }
                task.resume()
            }
        } onCancel: {
            download.end(task, CancellationError())
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

    private static func mediaType(of response: URLResponse) -> String {
        let field = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type") ?? ""
        return field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        // The announced length ends it at the first bytes; a server that announces nothing is stopped on the way.
        guard max(totalBytesWritten, totalBytesExpectedToWrite) > Int64(limit) else { return }
        end(downloadTask, URLError(.dataLengthExceedsMaximum))
    }

    /// Gives a download up.
    private func end(_ task: URLSessionTask, _ failure: any Error) {
        note(.failure(failure))
        #if os(Linux)
            // A cancelled download is read back into memory there, all of it. Nobody waits for this one any more, and its
            // time limit ends it.
            finish(failure)
        #else
            task.cancel()
        #endif
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        // The file is gone when this method returns.
        let isWanted = state.withLock { $0.result == nil }
        guard isWanted else { return }
        note(
            Result {
                guard let response = downloadTask.response as? HTTPURLResponse, response.statusCode == 200 else {
                    throw URLError(.badServerResponse)
                }
                let size = try FileManager.default.attributesOfItem(atPath: location.path)[.size] as? NSNumber
                guard let size, size.intValue <= limit else { throw URLError(.dataLengthExceedsMaximum) }
                try FileManager.default.moveItem(at: location, to: file)
                return DownloadedFile(file: file, mediaType: Self.mediaType(of: response))
            })
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(error ?? URLError(.badServerResponse))
    }

    /// Answers whoever waits with the outcome that was noted, or with this failure if there is none.
    private func finish(_ failure: any Error) {
        let (continuation, result) = state.withLock { state in
            defer { state.continuation = nil }
            return (state.continuation, state.result ?? .failure(failure))
        }
        continuation?.resume(with: result)
    }

    /// Keeps the first outcome; what the system reports after a cancellation says less.
    private func note(_ result: Result<DownloadedFile, any Error>) {
        state.withLock { state in
            if state.result == nil { state.result = result }
        }
    }
}
