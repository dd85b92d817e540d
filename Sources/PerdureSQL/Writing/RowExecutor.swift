// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a schedule row by row, for databases that run in the same process. Each kind of step has its own file;
// WriteSupport.swift has the backend's part.

import PerdureStore

/// Writes rows with one prepared statement for each shape.
struct RowExecutor: WriteExecutor {
    let mapping: StoreMapping
    let connection: any SQLConnection
    let support: any WriteSupport
    let rows: TableRowQueries
    let statements: WriteStatements
    var conflicts: [PendingConflict] = []
    /// The statements of earlier steps, kept for more rows of their shape.
    ///
    /// Most saves have one shape.
    private var first: (shape: WriteStatement.Shape, writer: RowWriter)?
    private var writers: [WriteStatement.Shape: RowWriter] = [:]
    private var deleters: [Int32: RowDeleter] = [:]

    init(
        statements: WriteStatements, rows: TableRowQueries, connection: any SQLConnection,
        support: any WriteSupport
    ) {
        mapping = statements.mapping
        self.statements = statements
        self.rows = rows
        self.connection = connection
        self.support = support
    }

    mutating func newestRows(_ keys: [ObjectKey]) throws -> [Row] {
        // No other lock is needed: the transaction holds the lock of the whole database.
        try RowReader(mapping: mapping, queries: rows, connection: connection).rows(for: keys)
    }

    // A step holds many rows, and the schedule has two loops, each of which would get a copy of all that follows.
    @inline(never)
    mutating func run(_ step: WriteStep) throws {
        switch step {
        case .check(let checks, let entity): try check(checks, entity)
        case .delete(let deletions, let entity): try delete(deletions, entity)
        case .update(let updates, let shape): try update(updates, shape)
        case .insert(let insertions, let entity): try insert(insertions, entity)
        case .countMergingWrites(let numbers, let table): try countMergingWrites(numbers, table)
        case .forgetMergingWrites(let numbers, let table): try forgetMergingWrites(numbers, table)
        case .unlink(let links, let end):
            try LinkWriter(statements: statements, connection: connection).write(
                links, end, isInsertion: false)
        case .link(let links, let end):
            try LinkWriter(statements: statements, connection: connection).write(
                links, end, isInsertion: true)
        case .order(let order): try OrderWriter(statements: statements, connection: connection).write(order)
        case .append(let members, let end):
            try OrderWriter(statements: statements, connection: connection).append(members, end)
        }
    }

    /// The conflicts so far; each statement has reported its own when it ran.
    mutating func refusals() -> [PendingConflict] { conflicts }

    /// Releases the values that were lent to statements.
    ///
    /// It must be called after the last step.
    func unbind() {
        first?.writer.statement.unbind()
        for writer in writers.values { writer.statement.unbind() }
    }

    // MARK: Statements

    /// The statement of a shape.
    mutating func writer(_ shape: WriteStatement.Shape) throws -> RowWriter {
        if let first, first.shape == shape { return first.writer }
        if let writer = writers[shape] { return writer }
        let definition = try statements.definition(shape)
        let writer = RowWriter(definition: definition, statement: try connection.statement(definition.text))
        if first == nil { first = (shape, writer) } else { writers[shape] = writer }
        return writer
    }

    /// The statements that delete rows of an entity.
    mutating func deleter(_ entity: Int32) throws -> RowDeleter {
        if let deleter = deleters[entity] { return deleter }
        let deleter = try RowDeleter(statements.deletions(of: entity), connection)
        deleters[entity] = deleter
        return deleter
    }

    /// Writes a row, and turns the violation of a unique index into a conflict.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - writer: The statement; the placeholders before its columns are bound.
    ///   - value: The row's new value of a slot; nil when the statement does not change it.
    /// - Returns: The number of rows written; 1 for a refused row.
    /// - Throws: Every other error of the statement.
    @discardableResult
    mutating func write(_ row: Row, _ writer: RowWriter, value: (Int) -> StoredValue?) throws -> Int {
        let stored =
            writer.definition.externalColumns.isEmpty
            ? row : try storing(row, writer.definition.externalColumns)
        do {
            return try writer.statement.write(stored, writer.definition)
        } catch {
            guard let columns = support.violatedColumns(error) else { throw error }
            conflicts.append(try constraintConflict(columns, key: row.key, value: value))
            return 1
        }
    }
}

/// A statement that writes one row after the other.
struct RowWriter {
    let definition: WriteStatement
    let statement: any PreparedStatement
}
