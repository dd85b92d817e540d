// SPDX-License-Identifier: Apache-2.0
// Finds the predicted names in an existing file, where migrations and older systems may have left other names. Without a file
// the predictions are the names. Used by PerdureSQL's MappingBuilder.

import PerdureSQL
import PerdureStore

/// The names that tables and columns have in a file.
struct FileNames: StoredNames {
    private let existing: ExistingSchema?
    /// Table in upper case → the name in the file, and column in upper case → the name in the file.
    private let tables: [String: (name: String, columns: [String: String])]

    init(_ existing: ExistingSchema?) {
        self.existing = existing
        var tables: [String: (name: String, columns: [String: String])] = [:]
        for (table, columns) in existing?.tables ?? [:] {
            let names = Dictionary(columns.map { ($0.uppercased(), $0) }, uniquingKeysWith: { $1 })
            tables[table.uppercased()] = (table, names)
        }
        self.tables = tables
    }

    /// Whether there is a file.
    var isExisting: Bool { existing != nil }

    func hasTable(_ name: String) -> Bool { existing.map { $0.tables[name] != nil } ?? true }

    func numbers(of included: [Int32], in schema: Schema) throws -> [Int32] {
        try FileNumbers(included, schema, existing).numbers
    }

    /// The table of an entity, which may have been renamed since the file was made.
    func table(_ predicted: String, or former: String?, entity: String) throws -> String {
        guard let existing else { return predicted }
        let found = tables[predicted.uppercased()] ?? former.flatMap { tables[$0.uppercased()] }
        guard let table = found else {
            throw StoreError.schemaMismatch(
                path: existing.path, entity: entity, property: nil,
                reason: "the file has no table \(predicted)")
        }
        return table.name
    }

    func column(_ predicted: String, in table: String, entity: String, property: String) throws -> String {
        guard let existing else { return predicted }
        if let found = columns(of: table)[predicted.uppercased()] { return found }
        if existing.addable[entity]?.contains(property) == true { return predicted }
        throw StoreError.schemaMismatch(
            path: existing.path, entity: entity, property: property,
            reason: "the table \(table) has no column \(predicted)")
    }

    /// Whether a table has columns of all these names.
    func hasColumns(_ names: Set<String>, in table: String) -> Bool {
        let columns = self.columns(of: table)
        return names.allSatisfy { columns[$0.uppercased()] != nil }
    }

    /// Whether a migration may add the column of an attribute.
    func isAddable(_ property: String, of entity: String) -> Bool {
        existing?.addable[entity]?.contains(property) == true
    }

    func optionalColumn(_ predicted: String, in table: String) -> String? {
        existing == nil ? predicted : columns(of: table)[predicted.uppercased()]
    }

    /// The column that holds the number of the destination's entity, beside a key.
    ///
    /// The number in the column's name may be a number of an older model.
    func entityColumn(_ predicted: String, key: String, in table: String) -> String? {
        if let found = optionalColumn(predicted, in: table) { return found }
        let suffix = "_" + key.dropFirst().uppercased()
        let columns = self.columns(of: table)
        return columns.keys.sorted().first { name in
            guard name.hasPrefix("Z"), name.hasSuffix(suffix) else { return false }
            let number = name.dropFirst().dropLast(suffix.count)
            return !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) }
        }.flatMap { columns[$0] }
    }

    func joinTable(
        _ predicted: String, or alternatives: [String], entity: String, property: String
    ) throws -> String {
        guard let existing else { return predicted }
        for name in [predicted] + alternatives {
            if let table = tables[name.uppercased()] { return table.name }
        }
        throw StoreError.schemaMismatch(
            path: existing.path, entity: entity, property: property,
            reason: "the file has no join table \(predicted) or \(alternatives[0])")
    }

    /// A key column of a join table: `Z_`, an entity number, the relationship's name, perhaps a clash number.
    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) throws -> String {
        guard let existing else { return predicted }
        let columns = self.columns(of: table)
        for number in numbers {
            let plain = "Z_\(number)\(base)"
            if let found = columns[plain.uppercased()] { return found }
            let numbered = columns.keys.filter {
                $0.hasPrefix(plain)
                    && $0.utf8.dropFirst(plain.utf8.count).allSatisfy { (48...57).contains($0) }
            }
            if let found = numbered.min() { return columns[found] ?? found }
        }
        throw StoreError.schemaMismatch(
            path: existing.path, entity: entity, property: property,
            reason: "the join table \(table) has no column \(predicted)")
    }

    func reflexiveColumns(
        _ predicted: String, in table: String, entity: String, property: String
    ) throws -> (own: String, member: String) {
        (
            try column(predicted, in: table, entity: entity, property: property),
            try column("REFLEXIVE", in: table, entity: entity, property: property)
        )
    }

    private func columns(of table: String) -> [String: String] { tables[table.uppercased()]?.columns ?? [:] }
}
