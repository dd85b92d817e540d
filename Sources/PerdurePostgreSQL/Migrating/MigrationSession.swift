// SPDX-License-Identifier: Apache-2.0
// What a migration's statements run on: a session, or a paper on which they are written for an administrator (MigrationPaper.swift).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Runs the statements of a migration.
protocol MigrationSession: AnyObject {
    /// What is known of a store that nobody is connected to; nil where the store itself can be asked.
    var paper: PaperStore? { get }
    @discardableResult func run(_ request: ServerRequest) throws -> ServerResult
    @discardableResult func run(_ requests: [ServerRequest]) throws -> [ServerResult]
}

extension ServerSession: MigrationSession {
    var paper: PaperStore? { nil }
}

/// A store as its model alone says it: what a new store of the version is, and no other one.
struct PaperStore {
    let mapping: StoreMapping
    /// What it has beside its tables.
    let definitions: [ServerDefinition]
}
#endif
