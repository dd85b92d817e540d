// SPDX-License-Identifier: Apache-2.0
// Finds the names of Swift key paths. Key paths on Linux carry no names, but the root's class has a table in generated code.
// Managed objects conform; every API that takes key paths uses this file.

import Foundation
import PerdureBase

/// A class that knows the names behind its key paths.
package protocol KeyPathNaming {
    /// The key path in text form, "title" or "director.name"; nil if it is not known.
    static func propertyName(for keyPath: AnyKeyPath) -> String?
}

/// Names of key paths whose roots are no managed objects: modules above say how to find them.
package enum ForeignKeyPaths {
    private static let namers = Lock<[@Sendable (any Any.Type, AnyKeyPath) -> String?]>([])

    /// Adds a way to find names.
    package static func add(_ namer: @escaping @Sendable (any Any.Type, AnyKeyPath) -> String?) {
        namers.withLock { $0.append(namer) }
    }

    /// The name of a key path; nil where nobody knows it.
    static func name(of keyPath: AnyKeyPath, _ root: any Any.Type) -> String? {
        namers.withLock { $0 }.lazy.compactMap { $0(root, keyPath) }.first
    }
}

extension AnyKeyPath {
    /// The key path in text form, as predicates and sort descriptors write it.
    ///
    /// - Throws: `CoreDataException` that says which key path has no name, and what to do.
    package final func propertyName() throws -> String {
        let root = Swift.type(of: self).rootType
        if let name = (root as? any KeyPathNaming.Type)?.propertyName(for: self) { return name }
        if let name = ForeignKeyPaths.name(of: self, root) { return name }
        let advice =
            root is any KeyPathNaming.Type
            ? "Named are properties of the model and computed properties that generated code or @ManagedObject "
                + "knows, at the end of to-one relationships too: give the name as a string otherwise."
            : "Its root is no class of managed objects: give the property's name as a string."
        throw CoreDataException.invalidArgument(
            "The key path \(self) of the class \(root) has no name that a store could know. \(advice)")
    }
}
