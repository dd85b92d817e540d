// SPDX-License-Identifier: Apache-2.0
// Makes names unique within one table or across tables. Used by MappingBuilder.swift and ColumnNames.swift.

/// The names already given within one table, across entity tables, or in all join tables.
struct UsedNames {
    private var counts: [String: Int] = [:]
    private var names: Set<String>
    private let numbered: @Sendable (String, Int) -> String

    init(_ naming: any TableNaming, _ names: [String] = []) {
        self.names = Set(names)
        numbered = { naming.numbered($0, $1) }
    }

    /// Returns the plain name at first, and the name with a number after that.
    mutating func claim(_ name: String) -> String {
        var number = counts[name, default: 0]
        var candidate = number == 0 ? name : numbered(name, number)
        while !names.insert(candidate).inserted {
            number += 1
            candidate = numbered(name, number)
        }
        counts[name] = number + 1
        return candidate
    }
}
