// SPDX-License-Identifier: Apache-2.0
// The notes of a server, and what becomes of each request.

import Foundation

/// A request that has arrived whole.
struct HTTPRequest {
    let method: String
    let path: [String]
    /// The version under `If-Match`.
    let version: Int?
    let body: Data

    /// Reads a request; nil while a part of it is missing.
    init?(_ received: Data) {
        guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(
            separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields[line[..<colon].lowercased()] = value
        }
        let rest = received[end.upperBound...]
        guard rest.count >= fields["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
        method = String(words[0])
        path = words[1].split(separator: "/").map(String.init)
        version = fields["if-match"].flatMap { Int($0) }
        body = Data(rest)
    }
}

/// A status and a body of JSON.
struct HTTPResponse {
    let status: Int
    var body = Data("{}".utf8)
}

/// The notes, by ID.
public final class NotesTable: @unchecked Sendable {
    // Sendable because a lock guards what changes.
    private let lock = NSLock()
    private var notes: [String: [String: Any]] = [:]
    private var served: [String] = []

    /// The requests that were answered.
    public var requests: [String] { lock.withLock { served } }

    /// Changes a note as another program would.
    public func set(_ key: String, to value: String, of id: String) {
        lock.withLock {
            guard var note = notes[id] else { return }
            note[key] = value
            note["version"] = (note["version"] as? Int ?? 0) + 1
            notes[id] = note
        }
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        lock.withLock {
            served.append(request.method + " /" + request.path.joined(separator: "/"))
            guard request.path.first == "notes", request.path.count <= 2 else {
                return HTTPResponse(status: 404)
            }
            guard request.path.count == 2 else {
                return json(notes.sorted { $0.key < $1.key }.map(\.value))
            }
            return answer(request, request.path[1])
        }
    }

    private func answer(_ request: HTTPRequest, _ id: String) -> HTTPResponse {
        let version = notes[id]?["version"] as? Int
        switch request.method {
        case "GET": return notes[id].map { json($0) } ?? HTTPResponse(status: 404)
        case _ where (version ?? 0) != request.version ?? 0: return HTTPResponse(status: 412)
        case "DELETE": notes[id] = nil
        case "PUT":
            let read = try? JSONSerialization.jsonObject(with: request.body) as? [String: Any]
            guard var note = read else { return HTTPResponse(status: 400) }
            note["id"] = id
            note["version"] = (version ?? 0) + 1
            notes[id] = note
        default: return HTTPResponse(status: 405)
        }
        return HTTPResponse(status: 200)
    }

    private func json(_ value: Any) -> HTTPResponse {
        guard let body = try? JSONSerialization.data(withJSONObject: value) else {
            return HTTPResponse(status: 500)
        }
        return HTTPResponse(status: 200, body: body)
    }
}
