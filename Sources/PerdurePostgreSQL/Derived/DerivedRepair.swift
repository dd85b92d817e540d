// SPDX-License-Identifier: Apache-2.0
// Values that only the client can finish (PG-142, PG-144): texts that are not ASCII, and sums that left 64 bits in the middle of a
// transaction. Both are done before the commit.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Finishes derived values in a transaction.
struct DerivedRepair {
    private let derived: [DerivedColumn]
    private let session: any MigrationSession

    /// A column of a table.
    struct Column: Hashable {
        let table: String
        let name: String
    }

    init(_ derived: [DerivedColumn], _ session: any MigrationSession) {
        self.derived = derived
        self.session = session
    }

    /// Finishes values of rows.
    ///
    /// - Throws: `StoreError.invalidValue` for a sum that does not fit.
    func finish(_ asked: [Column: Set<Int64>]) throws {
        guard !asked.isEmpty else { return }
        for column in derived {
            let name = Column(table: column.route.home, name: column.route.column.name)
            guard let rows = asked[name] else { continue }
            let keys = ServerValue.array(.int8, rows.sorted().map { .int8($0) })
            if column.addsIntegers { try add(column, keys) } else { try apply(column, keys) }
        }
    }

    /// Computes sums again; each is the sum of all that the transaction has written by now.
    private func add(_ column: DerivedColumn, _ keys: ServerValue) throws {
        let value = DerivedExpression(derived: column).value(of: "h")
        let result = try session.run(
            ServerRequest(
                "UPDATE \(column.home) h SET \(column.column) = \(value) WHERE h.\(column.key) = ANY ($1) "
                    + "RETURNING h.\(column.column) IS NULL", [keys]))
        guard try result.column(0).contains(.bool(true)) else { return }
        throw StoreError.invalidValue(
            entity: column.entity, property: column.route.attribute,
            reason: "the sum does not fit into 64 bits; save smaller values")
    }

    /// Applies a text function to texts that the server cannot judge.
    private func apply(_ column: DerivedColumn, _ keys: ServerValue) throws {
        guard let function = column.function else { return }
        let source = DerivedExpression(derived: column).source(of: "h")
        let found = try session.run(
            ServerRequest(
                "SELECT h.\(column.key), \(source) FROM \(column.home) h WHERE h.\(column.key) = ANY ($1)",
                [keys]))
        var (numbers, texts): ([ServerValue], [ServerValue]) = ([], [])
        for row in 0..<found.rowCount {
            guard let number = try found.value(row, 0), case .text(let text)? = try found.value(row, 1) else {
                continue
            }
            numbers.append(number)
            texts.append(.text(function.applied(to: text)))
        }
        guard !numbers.isEmpty else { return }
        try session.run(
            ServerRequest(
                "UPDATE \(column.home) h SET \(column.column) = u.value "
                    + "FROM unnest($1::bigint[], $2::text[]) AS u(id, value) WHERE h.\(column.key) = u.id",
                [.array(.int8, numbers), .array(.text, texts)]))
    }
}

/// The texts that the client computes for new rows, so that nobody has to ask for them.
struct DerivedTexts {
    private let mapping: StoreMapping

    init(_ mapping: StoreMapping) { self.mapping = mapping }

    /// Sets the texts of the row itself.
    func fill(_ insertion: inout RowInsertion) {
        let layout = mapping.schema[insertion.key.entity]
        guard layout.isComputed else { return }
        for derivation in mapping.schema.derivations where derivation.steps.isEmpty {
            guard case .value(_, let function?) = derivation.form, let source = derivation.source,
                mapping.schema[derivation.entity].contains(entity: layout.number),
                case .string(let text) = insertion.row[source.slot]
            else { continue }
            insertion.values[derivation.slot] = .string(function.applied(to: text))
        }
    }
}
#endif
