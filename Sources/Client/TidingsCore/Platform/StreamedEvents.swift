package import Foundation
import Locking

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// Hands on the pieces of an answer as they come, for as long as the server goes on.
package final class StreamedEvents: NSObject, URLSessionDataDelegate {
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    private init(_ continuation: AsyncThrowingStream<Data, any Error>.Continuation) { self.continuation = continuation }

    /// The pieces of the answer to a request; fails for any status but 200, and for redirects.
    ///
    /// The request's timeout is the longest silence.
    package static func run(_ request: URLRequest) -> AsyncThrowingStream<Data, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = request.timeoutInterval
        let session = URLSession(
            configuration: configuration, delegate: StreamedEvents(continuation), delegateQueue: DelegateQueue.make())
        let task = session.dataTask(with: request)
        continuation.onTermination = { _ in
            // Elsewhere: where callbacks run on the session's own queue, cancelling there would wait for itself.
            DispatchQueue.global().async {
                task.cancel()
                session.finishTasksAndInvalidate()
            }
        }
        task.resume()
        return stream
    }

    package func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        continuation.finish(throwing: APIFailure.redirected(status: response.statusCode))
    }

    package func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else {
            completionHandler(.cancel)
            let failure: APIFailure =
                RetryPolicy.isTemporary(status: status)
                ? .temporary(status: status, retryAfter: nil) : .rejected(status: status, code: "unknown")
            return continuation.finish(throwing: failure)
        }
        completionHandler(.allow)
    }

    package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(data)
    }

    package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}
