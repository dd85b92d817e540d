// SPDX-License-Identifier: Apache-2.0
// Makes names unique within one table or across tables. Used by MappingBuilder.swift and ColumnNames.swift.

/// The names already given within one table, across entity tables, or in all join tables.
struct UsedNames {
    private var counts: [String: Int] = [:]
    private var names: Set<String>

    init(_ names: [String] = []) { self.names = Set(names) }

    /// Returns the plain name at first, and the name with 1, 2, … after that.
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
