// SPDX-License-Identifier: Apache-2.0
// Finds classes inside other types by name. NSClassFromString finds "Shop.Task" but not "Shop.Job.Task": the runtime's
// name of a class also contains the kinds of its outer types. Part of ObjectClassTable.swift.

extension ObjectClassTable {
    /// The mangled kinds of outer types: enum, class and struct.
    private static let kinds = ["O", "C", "V"]

    /// The deepest nesting that is searched, more than programs have; each level makes the search three times as long.
    private static let depthLimit = 4

    /// The class with a full name such as "Shop.Job.Task"; nil for a class outside of other types.
    static func nestedClass(_ name: String) -> NSManagedObject.Type? {
        let parts = name.split(separator: ".")
        guard (3...depthLimit + 2).contains(parts.count), name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        let words = parts.map { "\($0.utf8.count)\($0)" }
        var outer = [words[0]]
        for word in words[1..<words.count - 1] {
            outer = outer.flatMap { path in kinds.map { path + word + $0 } }
        }
        return outer.lazy.compactMap {
            _typeByName($0 + words[words.count - 1] + "C") as? NSManagedObject.Type
        }
        .first
    }
}
