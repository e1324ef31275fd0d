import Foundation
import Timekeeping

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Writes a response to a file piece by piece, so that a picture never stands in the memory of an extension.
final class StreamedDownload: NSObject, URLSessionDataDelegate {
    private struct State {
        var continuation: CheckedContinuation<DownloadedFile, any Error>?
        var handle: FileHandle?
        var mediaType = ""
        var byteCount = 0
        var failure: (any Error)?
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
        let session = URLSession(configuration: .ephemeral, delegate: download, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                download.state.withLock { $0.continuation = continuation }
                task.resume()
            }
        } onCancel: {
            task.cancel()
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
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            return reject(dataTask, URLError(.badServerResponse), completionHandler)
        }
        guard response.expectedContentLength <= Int64(limit) else {
            return reject(dataTask, URLError(.dataLengthExceedsMaximum), completionHandler)
        }
        let type = Self.mediaType(of: response)
        let isReady = FileManager.default.createFile(atPath: file.path, contents: nil)
        let path = file
        state.withLock { state in
            state.mediaType = type
            state.handle = isReady ? try? FileHandle(forWritingTo: path) : nil
        }
        completionHandler(isReady ? .allow : .cancel)
    }

    private func reject(
        _ task: URLSessionDataTask, _ failure: URLError,
        _ completionHandler: (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { $0.failure = failure }
        completionHandler(.cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let limit = limit
        let isTooMuch = state.withLock { state in
            state.byteCount += data.count
            guard state.byteCount <= limit else {
                state.failure = URLError(.dataLengthExceedsMaximum)
                return true
            }
            do {
                try state.handle?.write(contentsOf: data)
            } catch {
                state.failure = error
                return true
            }
            return false
        }
        if isTooMuch { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let file = file
        let (continuation, result) = state.withLock {
            state -> (CheckedContinuation<DownloadedFile, any Error>?, Result<DownloadedFile, any Error>) in
            try? state.handle?.close()
            let continuation = state.continuation
            state.continuation = nil
            if let failure = state.failure ?? error { return (continuation, .failure(failure)) }
            guard state.handle != nil else { return (continuation, .failure(URLError(.badServerResponse))) }
            return (continuation, .success(DownloadedFile(file: file, mediaType: state.mediaType)))
        }
        if case .failure = result { try? FileManager.default.removeItem(at: file) }
        continuation?.resume(with: result)
    }
}
