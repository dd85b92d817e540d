// SPDX-License-Identifier: Apache-2.0
// The columns that identify objects in a result: the key, followed by the entity when tables have an entity column. A query
// of keys adds them to its select (`SystemColumns.identity`) and reads them with KeyColumns.

import PerdureStore

extension SystemColumns {
    /// The columns that identify an object; `column` says how the statement names the row's columns.
    func identity(_ column: (String) -> SQLExpression = SQLExpression.own) -> [SQLExpression] {
        [column(key)] + (entity.map { [column($0)] } ?? [])
    }
}

/// Reads the keys of objects of one entity and its subentities.
struct KeyColumns {
    private let mapping: StoreMapping
    private let entity: Int32
    private let root: Int32
    private let column: Int
    private let hasEntity: Bool

    /// - Parameters:
    ///   - entity: The entity; objects belong to it unless their row names a subentity.
    ///   - mapping: The mapping of the store.
    ///   - column: The column with the key.
    init(of entity: Int32, _ mapping: StoreMapping, at column: Int = 0) {
        self.mapping = mapping
        self.entity = entity
        self.column = column
        root = mapping.schema[entity].root
        hasEntity = mapping.system.entity != nil
    }

    /// The key of the object that the current row identifies.
    func key(_ row: any PreparedStatement) -> ObjectKey {
        let concrete =
            hasEntity
            ? mapping.concreteEntity(fileNumber: row.integer(column + 1), expected: entity) : entity
        return ObjectKey(entity: concrete, root: root, number: row.integer(column))
    }

    /// All remaining keys of a result, whatever numbers other programs have given.
    func all(_ statement: any PreparedStatement) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        while try statement.step() { keys.append(key(statement)) }
        return keys
    }

    /// All remaining keys of a result, for objects.
    ///
    /// - Throws: `StoreError.invalidValue` for a number that no object has.
    func allOfObjects(_ statement: any PreparedStatement) throws -> [ObjectKey] {
        let keys = try all(statement)
        if let other = keys.first(where: { $0.number < 1 }) {
            throw StoreError.foreignKey(other.number, mapping.schema[entity].name, mapping.system)
        }
        return keys
    }
}

extension StoreError {
    /// A row with a number that no object has: those of unsaved objects are negative, and 0 is none.
    package static func foreignKey(_ number: Int64, _ entity: String, _ system: SystemColumns) -> StoreError {
        .invalidValue(
            entity: entity, property: system.key,
            reason:
                "another program has made a row with the key \(number), and keys of objects begin with 1: "
                + "give it a free one above, and run `perdure store check`")
    }
}
