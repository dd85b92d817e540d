// SPDX-License-Identifier: Apache-2.0
// Classes inside other types by name. NSClassFromString finds "Shop.Task" and not "Shop.Job.Task": what kind of
// type the outer ones are is part of the name that the runtime knows a class by. Part of ObjectClassTable.swift.

extension ObjectClassTable {
    /// The kinds that the types around a class can be of: enum, class and struct.
    private static let kinds = ["O", "C", "V"]

    /// More types around a class than anybody writes; each one makes the search three times as long.
    private static let depthLimit = 4

    /// The class with a full name such as "Shop.Job.Task"; nil for a class that no type is around.
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
