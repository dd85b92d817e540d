// SPDX-License-Identifier: Apache-2.0
// Runs a batch update: finds the rows, writes them with one statement, checks the results of expressions. Rows that exchange
// unique values are written one by one (BatchUpdateWork+RowByRow.swift). Attributes that merge are written as a save writes them
// (BatchUpdateWork+Merging.swift).

import Foundation
import PerdureStore

/// A batch update as statements.
struct BatchUpdateWork: BatchWork {
    let engine: SQLEngine
    let entity: EntityMapping
    let row: BatchExpressions.RowTable
    var system: SystemColumns { engine.mapping.system }
    private let rows: BatchRows
    /// The assignments of the statement besides the version.
    var columns: [SQLUpdate.Assignment] = []
    /// Values that may lie in files, so each row needs its own copy.
    var externalValues: [ExternalValue] = []
    var results: [Result] = []
    /// The decimal columns with computed values (BatchUpdateWork+Decimals.swift).
    var decimals: [DecimalResult] = []
    var owners: [Owner] = []
    /// The slots that the statement and `externalValues` write, in ascending order.
    var slots: [Int] = []
    /// The assignments to attributes that merge (BatchUpdateWork+Merging.swift).
    var merges: [Merge] = []

    /// A whole-number column with computed values, which `check` must verify.
    struct Result {
        let slot: Int
        let column: String
        let range: ClosedRange<Int64>
    }

    /// The new destination of a to-one relationship.
    struct Owner {
        let slot: Int
        let key: ObjectKey
        let isOrdered: Bool
    }

    init(_ engine: SQLEngine, _ entity: EntityMapping, _ row: BatchExpressions.RowTable, keys: BatchRows) {
        self.engine = engine
        self.entity = entity
        self.row = row
        rows = keys
    }

    func run(on connection: any SQLConnection, _ support: any WriteSupport) throws -> BatchOutcome {
        var outcome = BatchOutcome()
        for owner in owners { try requireRow(owner, connection) }
        outcome.updated = try rows.locked(entity.entity, engine.mapping, connection, support)
        outcome.slots = slots
        guard !outcome.updated.isEmpty else { return outcome }
        let list = KeyList(outcome.updated)
        let merged = try computedMerges(list, connection)
        if !slots.isEmpty { try writeSlots(list, connection, support) }
        try merge(merged, list, connection, support)
        return outcome
    }

    private func writeSlots(_ list: KeyList, _ connection: any SQLConnection, _ support: any WriteSupport)
        throws
    {
        for result in decimals { try checkBefore(result, list, connection) }
        let isTyped = engine.translator.dialect.adapter != nil
        if isTyped { for result in results { try checkBefore(result, list, connection, support) } }
        try write(list, connection, support)
        if !isTyped { for result in results { try check(result, list, connection) } }
        for value in externalValues { try write(value, list, connection, support) }
        let places = OrderWriter(statements: engine.writeStatements, connection: connection)
        for owner in owners where owner.isOrdered {
            try places.append(list.keys, of: entity, slot: owner.slot, owner: owner.key.number)
        }
    }

    private func requireRow(_ owner: Owner, _ connection: any SQLConnection) throws {
        let property = engine.schema[entity.entity].properties[owner.slot]
        // Only assignments to relationships have owners.
        let destination = property.relationship!.destination
        let found = try entities(ofRow: owner.key.number, in: destination, connection)
        guard let number = found.first else { throw invalid(owner.slot, "its destination is not stored") }
        guard let number, engine.schema[destination].contains(entity: number) else {
            throw invalid(
                owner.slot, "its destination must be of the entity \"\(engine.schema[destination].name)\"")
        }
    }

    /// The entity of a row, in a list that is empty when the row does not exist.
    ///
    /// The entity is nil when the model does not know it.
    private func entities(ofRow key: Int64, in hierarchy: Int32, _ connection: any SQLConnection) throws
        -> [Int32?]
    {
        var select = SQLSelect(
            [.own(system.entity ?? system.key)], from: .only(try engine.mapping.table(of: hierarchy).name))
        select.filter = .binary(.own(system.key), .equal, .value(.integer(key)))
        return try connection.all(SQLPrinter.print(select, dialect: engine.translator.dialect)) {
            system.entity == nil ? hierarchy : engine.mapping.schemaNumber(fileNumber: $0.integer(0))
        }
    }

    private func write(_ list: KeyList, _ connection: any SQLConnection, _ support: any WriteSupport) throws {
        do {
            try support.attempt { try connection.run(adapted(update(list))) }
        } catch {
            guard let violated = support.violatedColumns(error) else { throw error }
            // The database checks uniqueness after each row, but the rows may be unique again after the last one.
            guard columns.contains(where: { violated.contains($0.column) && !$0.value.isSameForAllRows })
            else {
                throw constraint(violated)
            }
            try writeRowByRow(list, violated, connection, support)
        }
    }

    private func adapted(_ update: SQLUpdate) throws -> AdaptedStatement<SQLText> {
        try SQLPrinter.adapted(update, engine.mapping, engine.translator.dialect)
    }

    private func update(_ list: KeyList) -> SQLUpdate {
        SQLUpdate(
            row.name, alias: row.alias, [.nextVersion(system, row.column)] + columns,
            where: list.contains(row.column(system.key)))
    }

    /// Writes a value into one column of one row.
    func set(_ column: String, to value: SQLBinding, of row: Int64, _ connection: any SQLConnection)
        throws
    {
        let update = SQLUpdate(
            self.row.name, [SQLUpdate.Assignment(column, .value(value))],
            where: .binary(.own(system.key), .equal, .value(.integer(row))))
        try connection.run(SQLPrinter.print(update, dialect: engine.translator.dialect))
    }

    /// Cuts off fractions in a whole-number column.
    ///
    /// A result outside of the range is an error.
    private func check(_ result: Result, _ list: KeyList, _ connection: any SQLConnection) throws {
        let column = row.column(result.column)
        var select = SQLSelect(
            [row.column(system.key), column], from: .table(row.name, alias: row.alias))
        let isWhole = SQLExpression.between(
            column, .value(.integer(result.range.lowerBound)), .value(.integer(result.range.upperBound)))
        select.filter = .and([
            list.contains(row.column(system.key)), .isNotNull(column),
            .or([
                engine.translator.dialect.isNoWholeNumber(column), .not(isWhole),
            ]),
        ])
        let query = SQLPrinter.print(select, dialect: engine.translator.dialect)
        for (number, value) in try connection.all(query, { ($0.integer(0), $0.value(1)) }) {
            guard case .real(let fraction) = value, let whole = Int64(exactly: fraction.rounded(.towardZero)),
                result.range.contains(whole)
            else { throw invalid(result.slot, "the result \(value.text) does not fit into it") }
            try set(result.column, to: .integer(whole), of: number, connection)
        }
    }

    /// Looks for results outside of the range, where the database would refuse them without naming the column.
    private func checkBefore(
        _ result: Result, _ list: KeyList, _ connection: any SQLConnection, _ support: any WriteSupport
    ) throws {
        guard let value = columns.first(where: { $0.column == result.column })?.value else { return }
        var select = SQLSelect([value], from: .table(row.name, alias: row.alias))
        // Fractions are cut off: what lies less than one outside still fits.
        let isBelow = SQLExpression.binary(value, .less, .value(.real(Double(result.range.upperBound) + 1)))
        let isAbove = SQLExpression.binary(
            value, .greater, .value(.real(Double(result.range.lowerBound) - 1)))
        let isLowest = SQLExpression.binary(
            value, .greaterOrEqual, .value(.real(Double(result.range.lowerBound))))
        let isInside = SQLExpression.and([isBelow, .or([isAbove, isLowest])])
        select.filter = .and([list.contains(row.column(system.key)), .isNotNull(value), .not(isInside)])
        let query = try SQLPrinter.adapted(select, engine.mapping, engine.translator.dialect)
        let found: SQLBinding?
        do { found = try connection.all(query) { $0.value(0) }.first } catch  where support.isOverflow(error)
        {
            throw invalid(result.slot, "the result does not fit into 64 bits")
        }
        guard let found else { return }
        throw invalid(result.slot, "the result \(found.text) does not fit into it")
    }

    func constraint(_ columns: [String]) -> StoreError {
        .violatedConstraint(
            entity: engine.schema[entity.entity].name,
            attributes: engine.mapping.constraint(columns, of: entity.entity))
    }

    func invalid(_ slot: Int, _ reason: String) -> StoreError {
        let layout = engine.schema[entity.entity]
        return .invalidValue(entity: layout.name, property: layout.properties[slot].name, reason: reason)
    }
}

extension SQLExpression {
    /// Whether the value is the same for all rows.
    var isSameForAllRows: Bool {
        switch self {
        case .value, .null: true
        default: false
        }
    }
}

extension SQLBinding {
    /// The value for a message.
    fileprivate var text: String {
        switch self {
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let value): "\"\(value)\""
        case .decimal(let value): "\(value)"
        case .uuid(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .blob, .null, .list, .answer: "of bytes"
        }
    }
}
