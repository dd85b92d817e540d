// SPDX-License-Identifier: Apache-2.0
// From the columns of a violated unique index to the model's uniqueness constraint, and to the row that has the values
// already.

import PerdureStore

extension RowExecutor {
    func constraintConflict(_ columns: [String], key: ObjectKey, value: (Int) -> StoredValue?) throws
        -> PendingConflict
    {
        let entity = try mapping.entity(key.entity)
        let wanted = Dictionary(
            entity.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) }.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first })
        let values = try columns.map { column in
            guard let place = wanted[column], let new = value(place.slot) else {
                return try storedValue(column, key)
            }
            return SQLBinding(place.part == .leaf ? new.part(place.leaf) : new) ?? .null
        }
        return .constraint(
            key: key, attributes: mapping.constraint(columns, of: key.entity), columns: columns,
            values: values)
    }

    private func storedValue(_ column: String, _ key: ObjectKey) throws -> SQLBinding {
        var select = SQLSelect([.own(column)], from: .only(try mapping.table(of: key.entity).name))
        select.filter = .binary(.own(mapping.system.key), .equal, .value(.integer(key.number)))
        return try connection.all(SQLPrinter.print(select, dialect: statements.dialect)) { $0.value(0) }.first
            ?? .null
    }
}

extension StoreMapping {
    /// The constraint's attribute names as the model lists them.
    package func constraint(_ columns: [String], of entity: Int32) -> [String] {
        let layout = schema[entity]
        let written = self[entity]?.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) } ?? []
        let names = columns.map { column in
            written.first { $0.name == column }.map { layout.properties[$0.slot].name } ?? column
        }
        var ancestor: Int32? = entity
        while let number = ancestor {
            // "attribute.element" names the property before the dot.
            if let constraint = schema[number].uniquenessConstraints.first(where: { list in
                Set(list.map { $0.split(separator: ".").first.map(String.init) ?? $0 }) == Set(names)
            }) {
                return constraint
            }
            ancestor = schema[number].superentity
        }
        return names
    }
}

/// Fills in the rows of conflicts, after the transaction has been rolled back.
struct ConflictDescription {
    let mapping: StoreMapping
    let dialect: SQLDialect
    let reader: RowReader

    func describe(_ conflicts: [PendingConflict]) throws -> [CommitConflict] {
        try conflicts.map { conflict in
            switch conflict {
            case .version(let key): .version(key: key, current: try reader.row(for: key))
            case .constraint(let key, let attributes, let columns, let values):
                .constraint(
                    entity: key.entity, attributes: attributes, key: key,
                    existing: try existing(key, columns, values))
            case .taken(let key, let attributes, let other):
                .constraint(
                    entity: key.entity, attributes: attributes, key: key,
                    existing: try other.flatMap { try reader.row(for: $0) })
            case .danglingMember(let owner, let slot, let member):
                .danglingMember(
                    owner: owner, slot: slot, member: member, current: try reader.row(for: member))
            }
        }
    }

    /// The stored row with the values.
    ///
    /// Nil when a row of the refused change set has or wants the values.
    private func existing(_ key: ObjectKey, _ columns: [String], _ values: [SQLBinding]) throws -> Row? {
        let own = SQLExpression.own(mapping.system.key)
        var select = SQLSelect([own], from: .only(try mapping.table(of: key.entity).name))
        select.filter = .and(
            zip(columns, values).map { .binary(.own($0), .same, .value($1)) }
                + [.binary(own, .notEqual, .value(.integer(key.number)))])
        select.limit = 1
        let query = SQLPrinter.print(select, dialect: dialect)
        return try reader.connection.all(query) { $0.integer(0) }.first.flatMap {
            try reader.row(for: ObjectKey(entity: key.root, root: key.root, number: $0))
        }
    }
}
