// SPDX-License-Identifier: Apache-2.0
// Rows as arrays: checks, updates, insertions. Rows inside of a statement ascend by key (PG-71, PG-82). ArrayExecutor+Deletions.swift
// deletes rows.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ArrayExecutor {
    /// Checks versions; the rows stay as they are until the transaction ends (PG-77).
    mutating func check(
        _ checks: ArraySlice<VersionCheck>, _ entity: Int32, locking words: String = "FOR SHARE"
    ) throws {
        let name = try mapping.table(of: entity).name
        let version = ServerName.quoted(mapping.system.version)
        let text =
            "SELECT u.k FROM unnest(\(texts.keys("$1", of: name)), $2) AS u(k, v) LEFT JOIN LATERAL "
            + "(SELECT \(version) AS v FROM \(texts.source(name)) WHERE \(texts.isRead(name, "s", "u.k")) \(words)) "
            + "AS t ON true WHERE t.v IS NULL OR t.v <> u.v"
        for part in checks.ascending(by: \.key.number).parts(of: Self.mostRows) {
            plan(
                PlannedStatement(
                    request: ServerRequest(
                        text,
                        [.int8s(part.map(\.key.number)), .optionalInt8s(part.map(\.expectedVersion))]),
                    expectation: .none, rank: WriteRank.checks))
        }
    }

    /// Writes changed rows of one shape; those that only merge keep their version (PG-52).
    mutating func update(_ updates: ArraySlice<RowUpdate>, _ shape: UpdateShape) throws {
        let merging = updates.filter { !$0.movesVersion }
        if merging.isEmpty { return try update(updates, shape, movesVersion: true) }
        try update(updates.filter(\.movesVersion)[...], shape, movesVersion: true)
        if !shape.slots.isEmpty { try update(merging[...], shape, movesVersion: false) }
    }

    private mutating func update(_ updates: ArraySlice<RowUpdate>, _ shape: UpdateShape, movesVersion: Bool)
        throws
    {
        guard !updates.isEmpty else { return }
        try texts.requireWritable(try mapping.table(of: shape.entity).name)
        let statement = try texts.statement(.update(shape, movesVersion: movesVersion))
        let isChecked = shape.isChecked && movesVersion
        for part in parts(updates.ascending(by: \.key.number), statement.columns, \.row) {
            var values = [ServerValue.int8s(part.map(\.key.number))]
            if isChecked { values.append(.int8s(part.compactMap(\.expectedVersion))) }
            let rows = part.map(\.row)
            for column in statement.columns { values.append(try column.array(rows, mapping)) }
            plan(
                PlannedStatement(
                    request: ServerRequest(statement.text, values), expectation: .rows(part.count),
                    subject: subject(shape.entity, part.map(\.key))), size: values.size)
        }
    }

    /// Writes new rows of one entity.
    mutating func insert(_ insertions: ArraySlice<RowInsertion>, _ entity: Int32) throws {
        let name = try mapping.table(of: entity).name
        try texts.requireWritable(name)
        if texts.attached?[name]?.refersToItself == true { return wait(insertions, name) }
        let statement = try texts.statement(.insertion(entity: entity))
        if let text = statement.copying, insertions.count >= Self.leastCopied, texts.mayCopy(name) {
            let number = ServerValue.int4(try mapping.entity(entity).fileNumber)
            return try copy(insertions, entity, number, text, statement.columns)
        }
        try plan(insertions.ascending(by: \.key.number), entity, name)
    }

    /// Plans the statements of new rows of one entity, in their order.
    mutating func plan(_ insertions: ArraySlice<RowInsertion>, _ entity: Int32, _ name: String) throws {
        let rank = WriteRank.insertions + (texts.attached?.ranks[name] ?? 0)
        let statement = try texts.statement(.insertion(entity: entity))
        let number = ServerValue.int4(try mapping.entity(entity).fileNumber)
        for part in parts(insertions, statement.columns, \.row) {
            let rows = part.map(\.row)
            var values = [ServerValue.int8s(rows.lazy.map(\.key.number)), .int8s(rows.lazy.map(\.version))]
            if mapping.system.entity != nil { values.append(number) }
            for column in statement.columns { values.append(try column.array(rows, mapping)) }
            plan(
                PlannedStatement(
                    request: ServerRequest(statement.text, values),
                    expectation: statement.returnsKeys ? .keys(part.count) : .rows(part.count),
                    subject: subject(entity, rows.map(\.key)), rank: rank), size: values.size)
        }
    }

    /// Copies new rows of one entity; an array's elements have the bytes of COPY.
    private mutating func copy(
        _ insertions: ArraySlice<RowInsertion>, _ entity: Int32, _ number: ServerValue, _ text: String,
        _ columns: [ArrayColumn]
    ) throws {
        let most = (rows: Self.mostCopied, bytes: Self.mostCopiedBytes)
        for part in parts(insertions.ascending(by: \.key.number), columns, \.row, most: most) {
            let rows = part.map(\.row)
            var values = [ServerValue.int8s(rows.lazy.map(\.key.number))]
            if mapping.system.entity != nil { values.append(number) }
            values.append(.int8s(rows.lazy.map(\.version)))
            for column in columns { values.append(try column.array(rows, mapping)) }
            try copy(
                text, CopyBytes(values, count: rows.count), subject(entity, rows.map(\.key)),
                try mapping.table(of: entity).name)
        }
    }

    func subject(_ entity: Int32, _ keys: [ObjectKey]) -> PlannedStatement.Subject {
        PlannedStatement.Subject(entity: entity, keys: keys[...])
    }

    /// Parts of at most so many rows, and about so many bytes of texts and data.
    private func parts<Element>(
        _ elements: ArraySlice<Element>, _ columns: [ArrayColumn], _ row: (Element) -> Row,
        most: (rows: Int, bytes: Int) = (ArrayExecutor.mostRows, ArrayExecutor.mostBytes)
    ) -> [ArraySlice<Element>] {
        let slots = Set(columns.filter { $0.type == .text || $0.type == .bytea }.map(\.slot))
        if slots.isEmpty { return elements.parts(of: most.rows) }
        var found: [ArraySlice<Element>] = []
        var (start, bytes) = (elements.startIndex, 0)
        for index in elements.indices {
            let row = row(elements[index])
            let own = slots.reduce(0) { $0 + row[$1].roughSize }
            if index > start, index - start == most.rows || bytes + own > most.bytes {
                found.append(elements[start..<index])
                (start, bytes) = (index, 0)
            }
            bytes += own
        }
        found.append(elements[start...])
        return found
    }
}

extension StoredValue {
    /// The bytes of a text or of data.
    fileprivate var roughSize: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .data(let data): data.count
        case .composite(let leaves): leaves.reduce(0) { $0 + $1.roughSize }
        default: 0
        }
    }
}

extension [ServerValue] {
    /// The bytes of encoded arrays.
    fileprivate var size: Int {
        reduce(0) { size, value in
            if case .encodedArray(_, let bytes) = value { return size + bytes.count }
            return size
        }
    }
}

extension ArraySlice {
    /// The elements in ascending order of numbers; they share memory when they ascend already.
    func ascending(by number: (Element) -> Int64) -> ArraySlice<Element> {
        var last = Int64.min
        for element in self {
            let own = number(element)
            if own < last { return sorted { number($0) < number($1) }[...] }
            last = own
        }
        return self
    }

    /// Parts of at most so many elements.
    func parts(of length: Int) -> [ArraySlice<Element>] {
        if count <= length { return isEmpty ? [] : [self] }
        return stride(from: startIndex, to: endIndex, by: length).map {
            self[$0..<Swift.min($0 + length, endIndex)]
        }
    }
}
#endif
