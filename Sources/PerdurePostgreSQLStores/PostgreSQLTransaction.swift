// SPDX-License-Identifier: Apache-2.0
// A program's own statements in the transaction of a save: an outbox, a table of counts, a message to other programs.
// PostgreSQLValue.swift has their values.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// The transaction of a save, behind the rows of the save and in front of its end.
///
/// ## Compatibility
/// An addition.
public final class PostgreSQLTransaction {
    private let statements: OwnStatements
    private let url: URL?

    init(_ statements: OwnStatements, _ url: URL?) {
        self.statements = statements
        self.url = url
    }

    /// A table's name for a statement: quoted, and behind the schema of the store.
    ///
    /// Other names need theirs: the search path is `pg_catalog`.
    public func name(_ table: String) -> String { statements.name(table) }

    /// Runs one statement, in a round trip.
    ///
    /// - Parameters:
    ///   - text: the statement, with $1, $2 and so on for values. Statements that end the transaction or change the connection are
    ///     refused.
    ///   - values: the values; none becomes a part of the text.
    /// - Returns: the rows that came back.
    /// - Throws: what the server refuses, with Core Data's codes and `PostgreSQLErrorKey`; the save fails then, whatever the closure does.
    @discardableResult
    public func run(_ text: String, _ values: [PostgreSQLValue] = []) throws -> PostgreSQLRows {
        try NSPersistentStoreCoordinator.translatingErrors(url) {
            do { return try PostgreSQLRows(statements.run(text, values.map(\.serverValue))) } catch let error
                as PostgreSQLError
            {
                throw error.storeError(
                    "reading the rows of a statement; cast columns of other types to text", .reading)
            }
        }
    }
}

extension NSManagedObjectContext {
    /// Saves, and runs own statements in the same transaction: both are committed, or neither.
    ///
    /// ```swift
    /// try context.save(inTransactionOf: store) { transaction in
    ///     try transaction.run("INSERT INTO \(transaction.name("outbox")) (topic, body) VALUES ($1, $2)", ["orders", .json(body)])
    /// }
    /// ```
    ///
    /// The closure runs behind the save's rows, also when the context has no changes, and again for each time that the save is
    /// tried again; it must not use the context. What it throws rolls the save back, and is thrown. After a save in doubt (134030)
    /// the next one does not run its closure if the one in doubt turns out to be committed. Rows of the store's own tables that a
    /// statement changes are not known to contexts: add 1 to their `version`, and refresh the objects.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - store: a store of the type PostgreSQL of the context's coordinator. A context with a parent has none.
    ///   - body: runs statements.
    /// - Throws: what `save()` throws; what the closure throws.
    public final func save(
        inTransactionOf store: NSPersistentStore, _ body: (PostgreSQLTransaction) throws -> Void
    ) throws {
        guard store.type == PostgreSQLStoreType else {
            throw CoreDataException.invalidArgument("The store is none of the type PostgreSQL.")
        }
        try withoutActuallyEscaping(body) { body in
            let work = OwnWork(store.url, body)
            defer { work.end() }
            try save(with: work, in: store)
        }
    }
}

/// A closure, as the engine runs it.
private final class OwnWork: ServerCompanion, @unchecked Sendable {
    // Sendable because the save calls the closure on one thread, and waits for it.
    private let url: URL?
    /// nil after the save.
    private var body: ((PostgreSQLTransaction) throws -> Void)?

    init(_ url: URL?, _ body: @escaping (PostgreSQLTransaction) throws -> Void) {
        self.url = url
        self.body = body
    }

    func run(_ statements: OwnStatements) throws { try body?(PostgreSQLTransaction(statements, url)) }

    func end() { body = nil }
}
#endif
