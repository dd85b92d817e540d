// SPDX-License-Identifier: Apache-2.0
// The columns by which results name objects: the key, and behind it the entity, where tables have several. Who asks for
// keys puts them into the select (`SystemColumns.identity`), and reads them with KeyColumns.

import PerdureStore

extension SystemColumns {
    /// The columns that name an object, given the form in which the statement names the row's columns.
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
    ///   - entity: The entity, of which objects are whose row says nothing else.
    ///   - mapping: The mapping of the store.
    ///   - column: The column with the key.
    init(of entity: Int32, _ mapping: StoreMapping, at column: Int = 0) {
        self.mapping = mapping
        self.entity = entity
        self.column = column
        root = mapping.schema[entity].root
        hasEntity = mapping.system.entity != nil
    }

    /// The key of the object that the current row names.
    func key(_ row: any PreparedStatement) -> ObjectKey {
        let concrete =
            hasEntity
            ? mapping.concreteEntity(fileNumber: row.integer(column + 1), expected: entity) : entity
        return ObjectKey(entity: concrete, root: root, number: row.integer(column))
    }

    /// All keys that are left in a result.
    func all(_ statement: any PreparedStatement) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        while try statement.step() { keys.append(key(statement)) }
        return keys
    }
}
