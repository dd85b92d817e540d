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

    /// How values of a type are stored when they are no single value; the type is never optional.
    func form(of type: Any.Type) -> StoredForm?

    /// The value that stores know a captured value by, such as an object ID; nil leaves the value as it is.
    func stored(_ value: Any) -> Any?

    /// The name of the case of an enum value.
    func caseName(of value: Any) -> String
}

extension ModelNaming {
    package func entityNames(of type: Any.Type) -> [String]? { nil }
    package func form(of type: Any.Type) -> StoredForm? { nil }
    package func stored(_ value: Any) -> Any? { nil }
    package func caseName(of value: Any) -> String { String(describing: value) }
}

/// How a value stands in a composite attribute.
package enum StoredForm: Sendable, Hashable {
    /// One element that has the name of the property: an enum with raw values.
    case named
    /// One optional element for each case of an enum without raw values; that of the active case has a value.
    case cases([String])
    /// The elements of a struct; all are nil where an optional struct is nil.
    case parts([String])
}
