// SPDX-License-Identifier: Apache-2.0
// The common part of all SQL stores: fetches, rows, members and commits over a pool of connections. Reading/ and Writing/ do
// the work; an engine such as SQLiteEngine adds files, metadata and keys.

import Foundation
import PerdurePredicates
import PerdureStore

/// Reads and writes over a pool of connections and a mapping.
package final class SQLEngine: Sendable {
    package let schema: Schema
    package let mapping: StoreMapping
    /// Lends connections for reads.
    package let readers: any ReadConnections
    let translator: FetchTranslator
    package let queries: TableRowQueries
    let members: MemberStatements
    let writeStatements: WriteStatements
    let fetches: FetchStatementCache

    package init(mapping: StoreMapping, dialect: SQLDialect, readers: any ReadConnections) {
        schema = mapping.schema
        self.mapping = mapping
        self.readers = readers
        translator = FetchTranslator(mapping: mapping, dialect: dialect)
        queries = TableRowQueries(mapping: mapping, dialect: dialect)
        members = MemberStatements(mapping: mapping, dialect: dialect)
        writeStatements = WriteStatements(mapping: mapping, dialect: dialect)
        fetches = FetchStatementCache(translator)
    }

    /// The same store over other connections; both engines share the compiled statements.
    package init(_ other: SQLEngine, readers: any ReadConnections) {
        schema = other.schema
        mapping = other.mapping
        self.readers = readers
        translator = other.translator
        queries = other.queries
        members = other.members
        writeStatements = other.writeStatements
        fetches = other.fetches
    }

    package func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try fetch(plan, fetches.ready(plan)) }

    func fetch(_ plan: FetchPlan, _ ready: ReadyFetch) throws -> FetchOutcome {
        if ready.isSimple { return try run(ready, plan) }
        return try MatchingBudget.limiting { try run(ready, plan) }
    }

    private func run(_ ready: ReadyFetch, _ plan: FetchPlan) throws -> FetchOutcome {
        try answer(ready, plan) { try read($0, ready.result, plan, $1) }
    }

    /// Runs a fetch on a connection, until it is cancelled.
    func answer<Result>(
        _ ready: ReadyFetch, _ plan: FetchPlan, _ body: (SQLText, any SQLConnection) throws -> Result
    ) throws -> Result {
        do {
            return try readers.readAmongMany { connection in
                try plan.cancellation?.check()
                connection.endRuns(by: plan.cancellation)
                defer { connection.endRuns(by: nil) }
                return try connection.answering(ready) { try body($0, connection) }
            }
        } catch { throw FetchFaults(plan: plan, schema: schema).named(error) }
    }

    private func read(
        _ text: SQLText, _ result: ReadyFetch.Result, _ plan: FetchPlan, _ connection: any SQLConnection
    ) throws -> FetchOutcome {
        let statement = try connection.statement(text.text, of: plan)
        defer { statement.reset() }
        try statement.bind(text.bindings)
        switch result {
        case .rows(let rowDecoder):
            var rows: [Row] = []
            try statement.readRows(rowDecoder, into: &rows)
            return .rows(rows)
        case .keys: return .keys(try KeyColumns(of: plan.entity, mapping).allOfObjects(statement))
        case .count: return .count(try statement.step() ? Int(statement.integer(0)) : 0)
        case .tuples(let sources):
            let columns = RowDecoder.tupleColumns(sources, mapping: mapping)
            return .tuples(
                try statement.readTuples(columns, count: sources.count, mapping: mapping))
        }
    }

    package func rows(for keys: [ObjectKey]) throws -> [Row] {
        guard !keys.isEmpty else { return [] }
        return try readers.readAmongMany { try reader($0).rows(for: keys) }
    }

    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try readers.readAmongMany {
            try MemberReader(statements: members, connection: $0).members(of: slot, for: owner)
        }
    }

    package func members(of owners: MemberOwners) throws -> MemberRows {
        guard !owners.numbers.isEmpty, mapping.holdsMembers(of: owners) else { return MemberRows() }
        let (statement, columns) = try translator.members(of: owners)
        let decoder = fetches.rowDecoder(statement.text, owners.entity, true, columns)
        return try readers.readAmongMany { connection in
            let prepared = try connection.statement(statement.text)
            try prepared.bind(statement.bindings)
            var members = MemberRows()
            try prepared.readMembers(decoder, ownerColumn: columns.names.count, into: &members)
            return members
        }
    }

    package func reader(_ connection: any SQLConnection) -> RowReader {
        RowReader(mapping: mapping, queries: queries, connection: connection)
    }

    /// Writes a change set within a transaction that the caller has begun and will end.
    ///
    /// - Returns: The rows whose stored state may differ from the change set, or the conflicts. With conflicts the caller
    ///   must roll back, then call `describe` to read the conflicts' rows.
    package func write(_ changes: ChangeSet, on connection: any SQLConnection, support: any WriteSupport)
        throws
        -> WriteOutcome
    {
        let search = DanglingMemberSearch(engine: self, connection: connection)
        let paired = try search.paired(changes)
        let result = try execute(changes, on: connection, support)
        guard case .written(let aftermath) = result else { return .refused(result.conflicts) }
        let danglingMembers = try paired + search.referring(changes)
        guard danglingMembers.isEmpty else { return .refused(danglingMembers) }
        return .written(rows: try rowsToLearn(aftermath, on: connection, support))
    }

    /// Reads the rows whose stored state may differ from a written change set, in its transaction.
    package func rowsToLearn(
        _ aftermath: RowsToReread, on connection: any SQLConnection, _ support: any WriteSupport
    ) throws -> [Row] {
        try support.finishComputedValues(mapping)
        let keys = aftermath.unpredictable.union(computedKeys(support))
        let known = aftermath.applied.rows.filter { !keys.contains($0.key) }
        return known + (keys.isEmpty ? [] : try reader(connection).rows(for: Array(keys)))
    }

    /// Runs the steps of a change set row by row, and tells the backend of the updates whose changes were applied.
    func execute(_ changes: ChangeSet, on connection: any SQLConnection, _ support: any WriteSupport) throws
        -> WriteResult
    {
        let result = try support.write(changes) ?? writeRows(of: changes, on: connection, support)
        if case .written(let aftermath) = result { aftermath.applied.updates.forEach(support.didApply) }
        return result
    }

    private func writeRows(
        of changes: ChangeSet, on connection: any SQLConnection, _ support: any WriteSupport
    )
        throws -> WriteResult
    {
        var executor = RowExecutor(
            statements: writeStatements, rows: queries, connection: connection, support: support)
        defer { executor.unbind() }
        return try executor.write(changes, mapping)
    }

    /// Adds the stored rows to conflicts, after the rollback.
    package func describe(_ conflicts: [PendingConflict], on connection: any SQLConnection) throws
        -> [CommitConflict]
    {
        try ConflictDescription(
            mapping: mapping, dialect: writeStatements.dialect, reader: reader(connection)
        )
        .describe(conflicts)
    }
}
