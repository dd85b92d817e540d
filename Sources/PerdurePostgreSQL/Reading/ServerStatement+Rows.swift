// SPDX-License-Identifier: Apache-2.0
// Reads rows, members and tuples. RowStream.swift reads rows while they come. At the end: the types that a column may have.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore
import Foundation

extension ServerStatement {
    func readRows(_ decoder: RowDecoder, into rows: inout [Row]) throws {
        var owners: [Int64] = []
        try readRows(decoder, ownerColumn: -1, &rows, &owners)
    }

    func readRow(_ decoder: RowDecoder, into rows: inout [Row]) throws {
        let result = try started()
        defer { reset() }
        guard result.rowCount > 0 else { return }
        let stream = RowStream(decoder, ownerColumn: -1, keys: session.keys)
        rows.append(try result.withRows { try stream.firstRow(of: $0) })
    }

    func readMembers(_ decoder: RowDecoder, ownerColumn: Int, into members: inout MemberRows) throws {
        try readRows(decoder, ownerColumn: ownerColumn, &members.rows, &members.owners)
    }

    /// Reads rows, and the owner numbers in a column unless the column is negative.
    private func readRows(
        _ decoder: RowDecoder, ownerColumn: Int, _ rows: inout [Row], _ owners: inout [Int64]
    ) throws {
        reset()
        let stream = RowStream(decoder, ownerColumn: ownerColumn, keys: session.keys)
        try session.stream(request) { try stream.add($0) }
        if rows.isEmpty { rows = stream.rows } else { rows += stream.rows }
        owners += stream.owners
    }

    func readTuples(_ columns: [RowDecoder.Column], count: Int, mapping: StoreMapping) throws
        -> [[StoredValue]]
    {
        let result = try started()
        defer { reset() }
        let decoder = RowDecoder(mapping: mapping, layouts: [], subject: "result")
        return try (0..<result.rowCount).map {
            try ResultRow(result: result, row: $0, decoder: decoder, keys: session.keys).tuple(
                columns, count: count)
        }
    }
}

/// One row of a whole result.
private struct ResultRow {
    let result: ServerResult
    let row: Int
    let decoder: RowDecoder
    let keys: SessionKeys?

    func integer(_ column: Int) throws -> Int64 { try result.value(row, column)?.number(keys) ?? 0 }

    func tuple(_ columns: [RowDecoder.Column], count: Int) throws -> [StoredValue] {
        var tuple = [StoredValue](repeating: .null, count: count)
        for column in columns {
            let value = try value(column, nil)
            guard column.leaf >= 0 else {
                tuple[Int(column.slot)] = value
                continue
            }
            var leaves: [StoredValue] = []
            if case .composite(let present) = tuple[Int(column.slot)] { leaves = present }
            tuple[Int(column.slot)] = .composite(leaves + [value])
        }
        return tuple
    }

    private func value(_ column: RowDecoder.Column, _ layout: RowDecoder.Layout?) throws -> StoredValue {
        guard let found = try result.value(row, Int(column.column)) else { return .null }
        if let value = try StoredValue(found, column, { try reference(column) }) { return value }
        let entity = layout.map { decoder.mapping.schema[$0.entity] }
        throw StoreError.invalidValue(
            entity: entity?.name ?? decoder.subject,
            property: entity?.properties[Int(column.slot)].name ?? "column \(column.slot + 1)",
            reason: "the server sent a value of the type \(found.oid) where its type is \(column.reading)")
    }

    private func reference(_ column: RowDecoder.Column) throws -> ObjectKey {
        var entity = column.destination
        if column.entityColumn >= 0, let number = try result.value(row, Int(column.entityColumn))?.integer {
            entity = decoder.entity(of: column, fileNumber: number)
        }
        return ObjectKey(
            entity: entity, root: column.destinationRoot, number: try integer(Int(column.column)))
    }
}

extension StoredValue {
    /// The value of a column; nil when it has another type than the column's reading.
    init?(
        _ value: ServerValue, _ column: RowDecoder.Column, _ reference: () throws -> ObjectKey
    ) throws {
        switch (column.reading, value) {
        case (.reference, _): self = .reference(try reference())
        case (.boolean, _): self = .integer(value.integer == 0 ? 0 : 1)
        case (.integer, _):
            guard let number = value.integer else { return nil }
            self = .integer(number)
        case (.double, _):
            guard let number = value.real else { return nil }
            self = number.isNaN ? .null : .double(number)
        case (.date, _):
            guard let number = value.real else { return nil }
            self = number.isNaN ? .null : .date(number)
        case (.decimal, .numeric(let number)): self = .decimal(DecimalBox(number))
        case (.decimal, _):
            guard
                let number = value.integer.map({ Decimal($0) })
                    ?? value.real.flatMap({ Decimal(shortest: $0) })
            else { return nil }
            self = .decimal(DecimalBox(number))
        case (.string, .text(let text)): self = .string(text)
        case (.binary, .bytea(let data)), (.externalBinary, .bytea(let data)): self = .data(data)
        case (.uuid, .uuid(let uuid)): self = .uuid(uuid)
        case (.binary, .array), (.binary, .jsonb), (.externalBinary, .array), (.externalBinary, .jsonb):
            guard let content = StoredValue(mergeable: value) else { return nil }
            self = content
        case (.any, _): self.init(any: value)
        default: return nil
        }
    }

    /// A computed value without a type.
    private init(any value: ServerValue) {
        switch value {
        case .float8(let number): self = .double(number)
        case .numeric(let number): self = .decimal(DecimalBox(number))
        case .text(let text): self = .string(text)
        case .bytea(let data): self = .data(data)
        case .uuid(let uuid): self = .uuid(uuid)
        default: self = value.integer.map { .integer($0) } ?? .null
        }
    }
}
#endif
