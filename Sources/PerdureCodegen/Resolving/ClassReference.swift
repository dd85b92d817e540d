// SPDX-License-Identifier: Apache-2.0
// Resolves an entity's class name. Model files write "Movie", ".Movie" or "Module.Movie".

import PerdureModelFormat

/// The Swift class of an entity.
struct ClassReference: Sendable, Hashable {
    /// The module of the class; nil for the module that the generated code belongs to.
    var module: String?
    /// The name of the class, with dots for a nested class.
    var name: String

    /// The class that an entity names; nil for NSManagedObject itself.
    ///
    /// - Throws: `ModelFormatError` for a text that is no name in Swift.
    init?(_ entity: EntityDocument, module: String) throws {
        guard let text = entity.className, !["", ".", "NSManagedObject"].contains(text) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let path: [String]
        if parts[0].isEmpty || parts.count == 1 {
            path = Array(parts[0].isEmpty ? parts.dropFirst() : parts[...])
        } else {
            self.module = parts[0] == module ? nil : parts[0]
            path = Array(parts.dropFirst())
        }
        name = path.joined(separator: ".")
        guard path.allSatisfy({ SwiftName.isIdentifier($0) && !SwiftName.impossible.contains($0) }) else {
            throw ModelFormatError(
                .inconsistent,
                "its class name '\(text)' is no name that Swift allows; change it in the model",
                entity: entity.name)
        }
    }

    /// The class as code of the module names it.
    var spelled: String { SwiftName.spelledPath([module, name].compactMap { $0 }.joined(separator: ".")) }

    var isNested: Bool { name.contains(".") }
}
