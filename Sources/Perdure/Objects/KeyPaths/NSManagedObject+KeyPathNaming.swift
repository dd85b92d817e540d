// SPDX-License-Identifier: Apache-2.0
// The names behind Swift key paths, from the tables of generated code. PerdurePredicates asks for them through the hook
// KeyPathNaming, for sort descriptors, expressions and predicates.

import Foundation
import PerdurePredicates

extension NSManagedObject: KeyPathNaming {
    /// The name of the property behind a key path.
    package static func propertyName(for keyPath: AnyKeyPath) -> String? {
        let tables = ClassTables.of(self)
        return tables.keyPathNames[keyPath] ?? tables.followedName(of: keyPath)
    }
}

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// The name of the property behind a key path, for everything that takes keys: `Movie.key(for: \.title)`.
    ///
    /// - Parameter keyPath: A property that generated code or a macro knows.
    /// - Returns: The property's name.
    /// - Throws: `CoreDataException` that names class and key path when the name is unknown.
    public static func key(for keyPath: PartialKeyPath<Self>) throws -> String {
        try keyPath.propertyName()
    }
}
