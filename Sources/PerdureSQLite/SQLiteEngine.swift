// SPDX-License-Identifier: Apache-2.0
// The store engine over one SQLite file: joins the shared SQL engine with connections, metadata and
// external data of Apple's file format.

import PerdurePropertyList
import PerdureStore

/// A store in a SQLite file.
package final class SQLiteEngine: StoreEngine {
    package let schema: Schema

    private init(schema: Schema) { self.schema = schema }

    /// Opens a store; creates the file when it is missing or has no bytes, and never restructures one that exists.
    ///
    /// - Parameters:
    ///   - options: The path and how to open it.
    ///   - schema: The model.
    ///   - entities: The numbers of the entities that the store holds; nil for all of the schema.
    /// - Returns: The engine.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen`, `.readOnly`, `.schemaMismatch`, `.busy`.
    package static func open(_ options: SQLiteOptions, schema: Schema, entities: Set<Int32>? = nil) throws
        -> SQLiteEngine
    {
        throw StoreError.closed
    }

    /// The version of the SQLite library in use.
    package static var libraryVersion: String { "" }

    package var metadata: [String: PropertyListValue] { [:] }
    package func fetch(_ plan: FetchPlan) throws -> FetchOutcome { throw StoreError.closed }
    package func rows(for keys: [ObjectKey]) throws -> [Row] { throw StoreError.closed }
    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] { throw StoreError.closed }
    package func reserveKeys(_ count: Int, entity: Int32) throws -> Int64 { throw StoreError.closed }
    package func commit(_ changes: ChangeSet) throws -> CommitResult { throw StoreError.closed }
    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        throw StoreError.closed
    }
    package func close() throws { throw StoreError.closed }
}
