// SPDX-License-Identifier: Apache-2.0
// Asks the server, and waits for the answer on the calling thread.

import CoreData

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the server refuses.
public enum NotesError: Error, Equatable {
    /// Another program has changed the note.
    case changed(String)
    /// The server answered with another status.
    case status(Int)
}

/// A client of one server.
struct NotesClient {
    let base: URL

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path below the server.
    ///   - version: the version that the note must have.
    ///   - body: what is sent, as JSON.
    /// - Returns: the answer's JSON; nil for 404.
    /// - Throws: `NotesError`, and the errors of the connection.
    @discardableResult
    func ask(_ method: String, _ path: String, version: UInt64? = nil, body: [String: Any]? = nil) throws
        -> Any?
    {
        var request = URLRequest(url: base.appendingPathComponent(path), timeoutInterval: 10)
        request.httpMethod = method
        if let version { request.setValue("\(version)", forHTTPHeaderField: "If-Match") }
        if let body { request.httpBody = try JSONSerialization.data(withJSONObject: body) }
        let (data, status) = try Answer.of(request)
        switch status {
        case 200: return try JSONSerialization.jsonObject(with: data)
        case 404: return nil
        case 412: throw NotesError.changed(path)
        default: throw NotesError.status(status)
        }
    }
}

/// The answer to one request, for which a thread waits.
private final class Answer: @unchecked Sendable {
    // Sendable because the waiting thread reads the result after the signal.
    private var result: Result<(Data, Int), any Error> = .failure(URLError(.unknown))

    static func of(_ request: URLRequest) throws -> (Data, Int) {
        let (answer, arrived) = (Answer(), DispatchSemaphore(value: 0))
        let task = URLSession.shared.dataTask(with: request) { data, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            answer.result = error.map { .failure($0) } ?? .success((data ?? Data(), status))
            arrived.signal()
        }
        task.resume()
        arrived.wait()
        return try answer.result.get()
    }
}
