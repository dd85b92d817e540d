// SPDX-License-Identifier: Apache-2.0
// Where a store is that the tool reads: a file (FilePlace.swift) or a server (ServerPlace.swift).

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store that the tool reads; it is not written.
protocol StorePlace {
    /// The path or the URL without secrets, for people.
    var shown: String { get }
    /// What the store is kept in, for people.
    var kind: String { get }

    /// Whether nobody writes the store while it is read.
    var isPrivate: Bool { get }

    func metadata() throws -> [String: PropertyListValue]
    func counts() throws -> [EntityCount]
    /// The archive of the store's own copy of its model; nil when it has none.
    func modelArchive() throws -> Data?
    /// What the engine's own check finds.
    func problems(_ schema: Schema) throws -> [StoreProblem]

    /// Opens the store for reading.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - examining: whether files of large values are only checked, and not read.
    /// - Returns: the engine, which the caller closes.
    /// - Throws: the errors of the opening.
    func engine(_ schema: Schema, examining: Bool) throws -> any CopyableEngine

    /// An error in words that the user knows.
    func naming(_ error: any Error) -> any Error
}

/// Tells places apart.
enum StorePlaces {
    /// Whether a word of the command line is the URL of a server.
    static func isServer(_ text: String) -> Bool {
        let start = text.prefix(11).lowercased()
        return start.hasPrefix("postgresql:") || start.hasPrefix("postgres:")
    }

    /// The place that a word names.
    ///
    /// - Throws: `ToolError` when the tool cannot reach such a place.
    static func place(_ text: String, _ arguments: Arguments) throws -> any StorePlace {
        guard isServer(text) else {
            return try FilePlace(text, limit: try arguments.count("copy-limit"))
        }
        #if PostgreSQL
        return try ServerPlace(text, arguments)
        #else
        throw missingTrait
        #endif
    }

    /// The error where the tool was built without the client of servers.
    static var missingTrait: ToolError {
        ToolError(
            "this \(Program.name) was built without PostgreSQL: build it with 'swift build --traits PostgreSQL --product perdure'",
            .usage)
    }
}
