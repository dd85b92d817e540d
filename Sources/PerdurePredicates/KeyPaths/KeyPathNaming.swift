// SPDX-License-Identifier: Apache-2.0
// How Swift key paths get their names back: Linux key paths carry none, so the root's class is asked, which
// has a table of generated code. Managed objects conform; everything that takes key paths asks here.

import Foundation

/// A class that knows the names behind its key paths.
package protocol KeyPathNaming {
    /// The key path in text form, "title" or "director.name"; nil if it is not known.
    static func propertyName(for keyPath: AnyKeyPath) -> String?
}

extension AnyKeyPath {
    /// The key path in text form, as predicates and sort descriptors write it.
    ///
    /// - Throws: `CoreDataException` that says which key path has no name, and what to do.
    package final func propertyName() throws -> String {
        let root = Swift.type(of: self).rootType
        if let name = (root as? any KeyPathNaming.Type)?.propertyName(for: self) { return name }
        let advice =
            root is any KeyPathNaming.Type
            ? "Named are properties of the model and computed properties that generated code or @ManagedObject "
                + "knows, at the end of to-one relationships too: give the name as a string otherwise."
            : "Its root is no class of managed objects: give the property's name as a string."
        throw CoreDataException.invalidArgument(
            "The key path \(self) of the class \(root) has no name that a store could know. \(advice)")
    }
}
