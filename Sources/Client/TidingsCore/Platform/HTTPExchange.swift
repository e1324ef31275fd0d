package import Foundation
import Locking

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// Performs requests to the server: a redirect is an answer like any other and never followed, so that the headers with
/// the keys stay with the address that the app named.
///
/// Not a task delegate: on Linux those of `data(for:delegate:)` are not asked.
package final class HTTPExchange: NSObject, URLSessionDataDelegate {
    private struct Transfer {
        var continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>?
        var response: HTTPURLResponse?
        var data = Data()
    }

    /// The most bytes of an answer; the largest that the server gives is a page of messages.
    private static let byteLimit = 16 << 20

    private let transfers = Locked<[Int: Transfer]>([:])

    private static let shared = HTTPExchange()
    private static let session = URLSession(configuration: .ephemeral, delegate: shared, delegateQueue: nil)

    /// The answer to a request, whatever its status.
    package static func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                shared.transfers.withLock { $0[task.taskIdentifier] = Transfer(continuation: continuation) }
                guard !Task.isCancelled else { return shared.end(task, .failure(CancellationError())) }
                task.resume()
            }
        } onCancel: {
            shared.end(task, .failure(CancellationError()))
        }
    }

    package func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        end(task, .success((Data(), response)))
    }

    package func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let response = response as? HTTPURLResponse
        transfers.withLock { $0[dataTask.taskIdentifier]?.response = response }
        completionHandler(response == nil ? .cancel : .allow)
    }

    package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let size = transfers.withLock { transfers -> Int in
            transfers[dataTask.taskIdentifier]?.data.append(data)
            return transfers[dataTask.taskIdentifier]?.data.count ?? 0
        }
        guard size > Self.byteLimit else { return }
        end(dataTask, .failure(URLError(.dataLengthExceedsMaximum)))
        dataTask.cancel()
    }

    package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = transfers.withLock { $0[task.taskIdentifier] }
        if let error { return finish(task, .failure(error)) }
        guard let transfer, let response = transfer.response else {
            return finish(task, .failure(URLError(.badServerResponse)))
        }
        finish(task, .success((transfer.data, response)))
    }

    /// Gives a transfer up before its end.
    private func end(_ task: URLSessionTask, _ result: Result<(Data, HTTPURLResponse), any Error>) {
        finish(task, result)
        // On Linux a task that is cancelled in the moment of its completion ends the process (FoundationNetworking's
        // TaskRegistry): there it runs out by itself, and nobody waits for it.
        #if !os(Linux)
            task.cancel()
        #endif
    }

    /// Answers whoever waits; the first outcome counts.
    private func finish(_ task: URLSessionTask, _ result: Result<(Data, HTTPURLResponse), any Error>) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.continuation?.resume(with: result)
    }
}
