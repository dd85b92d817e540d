// SPDX-License-Identifier: Apache-2.0
// Checks the rows of entity tables: entities, keys, counters, storage classes of values.

import PerdureSQL
import PerdureStore

extension StoreCheck {
    mutating func table(_ index: Int, _ mapping: StoreMapping) throws {
        let table = mapping.tables[index]
        let entities = table.entities.compactMap { mapping[$0] }
        try bookkeeping(table, entities, mapping)
        var seen: Set<String> = []
        for entity in entities {
            for columns in entity.slots {
                for attribute in columns.attributes where seen.insert(attribute.name).inserted {
                    try storageClass(attribute, table)
                }
                if case .toOne(let ends) = columns, seen.insert(ends.key).inserted {
                    try toOne(ends, table, mapping)
                }
                if case .toMany(.foreignKey(let key)) = columns, key.slot == nil {
                    try memberKey(key, owner: mapping.tables[entity.table], mapping)
                }
            }
        }
    }

    private mutating func bookkeeping(
        _ table: TableMapping, _ entities: [EntityMapping], _ mapping: StoreMapping
    )
        throws
    {
        let name = quotedName(table.name)
        let concrete = entities.filter { !mapping.schema[$0.entity].isAbstract }.map { "\($0.fileNumber)" }
        try addRows(
            of: table.name,
            "SELECT Z_PK, Z_ENT FROM \(name) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(concrete.joined(separator: ", ")))"
        ) {
            $0.isNull(1)
                ? "has no entity" : "is of entity \($0.integer(1)), which has no objects in this table"
        }
        try addRows(of: table.name, "SELECT Z_PK FROM \(name) WHERE Z_PK < 1") { _ in
            "has a key that Core Data does not give out"
        }
        try addRows(.warning, of: table.name, "SELECT Z_PK FROM \(name) WHERE typeof(Z_OPT) <> 'integer'") {
            _ in
            "has no version"
        }
        try keyCounter(table, mapping)
    }

    private mutating func keyCounter(_ table: TableMapping, _ mapping: StoreMapping) throws {
        guard let root = mapping[table.root] else { return }
        let found = try connection.first(
            "SELECT IFNULL(Z_MAX, 0), (SELECT MAX(Z_PK) FROM \(quotedName(table.name)))"
                + " FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(root.fileNumber))]
        ) { ($0.integer(0), $0.isNull(1) ? nil : $0.integer(1)) }
        // Old frameworks leave -1 in the row of an empty table; that is no fault.
        guard let (counter, key) = found, let highest = key, counter < highest else { return }
        add(
            StoreProblem(
                .error, object: "Z_PRIMARYKEY",
                "Z_MAX of \(mapping.schema[table.root].name) is \(counter), though the key \(highest) is in use"
            ))
    }

    private mutating func storageClass(_ attribute: AttributeColumn, _ table: TableMapping) throws {
        let reading = attribute.form.reading
        guard let allowed = reading.storageClasses else { return }
        let column = quotedName(attribute.name)
        let list = (["null"] + allowed).map { "'\($0)'" }.joined(separator: ", ")
        try addRows(
            of: table.name,
            "SELECT Z_PK, typeof(\(column)) FROM \(quotedName(table.name)) WHERE typeof(\(column)) NOT IN (\(list))"
                + (reading == .decimal ? " AND \(column) <> 'NaN'" : "")
        ) { "holds a value of class \($0.text(1)) in \(attribute.name), which is read as \(reading)" }
        guard reading == .uuid else { return }
        try addRows(
            of: table.name,
            "SELECT Z_PK, length(\(column)) FROM \(quotedName(table.name)) WHERE length(\(column)) <> 16"
        ) { "holds a UUID of \($0.integer(1)) bytes in \(attribute.name)" }
    }
}

extension SlotColumns {
    var attributes: [AttributeColumn] {
        switch self {
        case .attribute(let attribute): [attribute]
        case .composite(let leaves): leaves
        case .none, .toOne, .toMany: []
        }
    }
}

extension ColumnReading {
    /// The storage classes that Core Data writes for this reading; nil when any class is valid.
    fileprivate var storageClasses: [String]? {
        switch self {
        case .integer, .boolean, .reference: ["integer"]
        case .double, .decimal, .date: ["integer", "real"]
        case .string: ["text"]
        case .binary, .externalBinary, .uuid: ["blob"]
        case .any: nil
        }
    }
}
