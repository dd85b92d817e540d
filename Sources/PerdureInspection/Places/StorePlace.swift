// SPDX-License-Identifier: Apache-2.0
// Where a store is that is looked at: a file (FilePlace.swift) or a server (ServerPlace.swift). StorePlaces.swift tells them apart.

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store that is read, and not written.
package protocol StorePlace {
    /// The path or the URL without secrets, for people.
    var shown: String { get }
    /// What the store is kept in, for people.
    var kind: String { get }

    /// Whether all that is read belongs to one state of the store, whoever writes it meanwhile.
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
    ///   - reading: what is read, and how.
    /// - Returns: the engine, which the caller closes.
    /// - Throws: the errors of the opening.
    func engine(_ schema: Schema, _ reading: EngineReading) throws -> any CopyableEngine

    /// An error in words that the user knows.
    func naming(_ error: any Error) -> any Error
}

/// What an engine that only reads does beside reading rows.
package struct EngineReading {
    /// Whether files of large values are only checked, and not read.
    package var isExamining = false
    /// Whether the engine has the store's history.
    package var hasHistory = false
    /// Hears of values that cannot be read, which are null then; nil where such a value ends the read.
    ///
    /// A query has its values named by `QueryFaults`.
    package var onUnreadable: ((any Error) -> Void)?

    package init() {}
}
