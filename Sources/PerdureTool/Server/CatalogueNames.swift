// SPDX-License-Identifier: Apache-2.0
// Names of entities and properties for tables and columns: camel case, and none that a managed object has already.

/// The names of one model or of one entity.
struct CatalogueNames {
    private var used: Set<String> = []
    /// Properties of managed objects, which no model may have.
    private static let reserved: Set<String> = [
        "class", "copy", "description", "debugDescription", "entity", "faultingState", "hash", "hasChanges",
        "init",
        "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID", "self",
        "superclass",
        "zone",
    ]

    /// A name for a word in snake case, with a number where it is taken.
    mutating func claim(_ word: String, isEntity: Bool = false) -> String {
        var base = Self.camelCase(word, isEntity: isEntity)
        if Self.reserved.contains(base) { base += "Value" }
        var (name, number) = (base, 1)
        while !used.insert(name).inserted {
            number += 1
            name = "\(base)\(number)"
        }
        return name
    }

    /// The words joined, each with a capital; letters and digits only.
    static func camelCase(_ word: String, isEntity: Bool) -> String {
        let parts = word.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let joined = parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let named = isEntity ? joined : joined.prefix(1).lowercased() + joined.dropFirst()
        guard let first = named.first else { return isEntity ? "Table" : "column" }
        return first.isLetter ? named : (isEntity ? "T" : "c") + named
    }
}
