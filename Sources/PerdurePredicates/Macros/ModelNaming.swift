// SPDX-License-Identifier: Apache-2.0
// What the translation of #Predicate asks about classes that are no managed objects: names of key paths, entities of classes, the
// stored form of values. PredicateScope.swift carries one along; without one the tables of generated classes answer.

/// The names and stored forms behind the classes of a program.
package protocol ModelNaming: Sendable {
    /// The keys of a key path, from the first property to the last.
    ///
    /// - Parameter keyPath: A key path of a model class, or of a struct that is stored by its parts.
    /// - Returns: The keys; none for the object's own identity; nil for a key path that no property has.
    func names(of keyPath: AnyKeyPath) -> [String]?

    /// The entity of a class, and behind it those of its subclasses; nil for a type without an entity.
    func entityNames(of type: Any.Type) -> [String]?

    /// How the value of a property is stored when it is no single column; nil for a plain value and for a relationship.
    func form(of keyPath: AnyKeyPath) -> StoredForm?

    /// The value that stores know a captured value by, such as an object ID; nil leaves the value as it is.
    func stored(_ value: Any) -> Any?

    /// The name of the case of an enum value.
    func caseName(of value: Any) -> String
}

extension ModelNaming {
    package func entityNames(of type: Any.Type) -> [String]? { nil }
    package func form(of keyPath: AnyKeyPath) -> StoredForm? { nil }
    package func stored(_ value: Any) -> Any? { nil }
    package func caseName(of value: Any) -> String { String(describing: value) }
}

/// How a value stands in a store that is not one plain column.
package enum StoredForm: Sendable, Hashable {
    /// One element that has the name of the property: an enum with raw values.
    case named
    /// One optional element for each case of an enum without raw values; that of the active case has a value.
    case cases([String])
    /// The key paths of the elements of a struct, or of an enum with payloads; all are nil where an optional one is nil.
    ///
    /// A struct inside has no column of its own: its elements stand here.
    case parts([[String]])
    /// One column with an encoded value, such as an array: a predicate can compare it with nil only.
    case encoded
}
