// SPDX-License-Identifier: Apache-2.0
// Names that fit and are free, for what has none of the model.

#if PostgreSQL
import PerdureSQL

/// The names of indexes and constraints of one namespace, or of the columns of one table.
struct ServerNames {
    private var used: Set<String>
    /// Names of indexes that are made no more.
    private(set) var retired: Set<String> = []

    /// Notes that a claimed name is that of an index which is made no more.
    mutating func retire(_ name: String) { retired.insert(name) }

    init(used: Set<String>) { self.used = used }

    init(_ mapping: StoreMapping) {
        let tables = mapping.tables.map(\.name) + mapping.joinTables.map(\.name)
        used = Set(tables + tables.flatMap(ServerWord.companions))
    }

    /// A name that fits and is free.
    mutating func claim(_ name: String) -> String {
        var candidate = ServerWord.fitting(name)
        var number = 1
        while !used.insert(candidate).inserted {
            number += 1
            candidate = ServerWord.fitting("\(name)_\(number)")
        }
        return candidate
    }
}
#endif
