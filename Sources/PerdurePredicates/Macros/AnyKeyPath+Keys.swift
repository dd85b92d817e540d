// SPDX-License-Identifier: Apache-2.0
// Swift key paths as keys: #Predicate, sort descriptors, expressions and requests ask here. The names come from the
// tables of generated code (KeyPaths/KeyPathNaming.swift).

import Foundation

extension AnyKeyPath {
    /// The keys of the key path's properties, from the first to the last; none for `\.self`.
    ///
    /// - Throws: CoreDataException that says which key path has no name, and what to do.
    package final func propertyKeys() throws -> [String] {
        if self == Self.identity(of: Swift.type(of: self).rootType) { return [] }
        return try propertyName().split(separator: ".").map(String.init)
    }

    private static func identity(of type: Any.Type) -> AnyKeyPath {
        func open<Root>(_: Root.Type) -> AnyKeyPath { \Root.self }
        return _openExistential(type, do: open)
    }
}
