// SPDX-License-Identifier: Apache-2.0
// Keeps the names of one table's columns, or of all tables, apart. Used by MappingBuilder.swift and ColumnNames.swift.

/// The names already given within one table, or within all join tables.
struct UsedNames {
    private var counts: [String: Int] = [:]
    private var names: Set<String>

    init(_ names: [String] = []) { self.names = Set(names) }

    /// The plain name for the first, the name with 1, 2, … for those that follow.
    mutating func claim(_ name: String) -> String {
        var number = counts[name, default: 0]
        var candidate = number == 0 ? name : name + String(number)
        while !names.insert(candidate).inserted {
            number += 1
            candidate = name + String(number)
        }
        counts[name] = number + 1
        return candidate
    }
}
