// SPDX-License-Identifier: Apache-2.0
// Values of batch updates that may lie in files. Part of BatchUpdateWork.swift.

import PerdureStore

extension BatchUpdateWork {
    /// A value that may lie in a file: each row needs its own file.
    struct ExternalValue {
        let slot: Int
        let column: String
        let value: StoredValue
    }

    /// Writes a value into each row.
    func write(
        _ value: ExternalValue, _ list: KeyList, _ connection: any SQLConnection, _ support: any WriteSupport
    ) throws {
        let layout = engine.schema[entity.entity]
        let reading = ExternalColumns.reading(value.column, of: row.name, system, engine.translator.dialect)
        for key in list.keys {
            try connection.release(reading, of: key.number, support)
            var new = SQLBinding.null
            if case .data(let data) = value.value {
                new = .blob(
                    try support.storeExternal(
                        data, entity: layout.name, property: layout.properties[value.slot].name))
            }
            try set(value.column, to: new, of: key.number, connection)
        }
    }
}
