// SPDX-License-Identifier: Apache-2.0
// The complete code of one class before it is text. ClassCodeBuilder.swift makes it; Writing/ writes it.

import PerdureAccessorText

/// The generated code of one class.
struct ClassCode: Sendable {
    enum Kind: Sendable {
        /// The class itself is generated.
        case definition
        /// The class is hand-written; the generator extends it.
        case category
    }

    var kind: Kind
    var entityName: String
    /// The class's name as declared in its module, without backticks.
    var className: String
    /// The superclass as code names it; nil for NSManagedObject.
    var superclass: ClassReference?
    /// The modules of the classes that the code names.
    var importedModules: Set<String>
    /// The property names in the order of slot numbers, those of ancestors first.
    var slots: [String]
    var properties: [PropertyCode]
    /// The members that the class's hand-written code declares.
    var handWritten: HandWrittenMembers
    /// Whether the class conforms to `Identifiable`, and its superclasses do not.
    var isIdentifiable: Bool
    /// Whether the class conforms to `Observable`, and its superclasses do not.
    var isObservable: Bool
    /// Names that no generated member beside the properties may take.
    var takenNames: Set<String>
    var types: TypeNames

    /// The class as code names it.
    var spelledName: String { SwiftName.spelledPath(className) }
}

/// One property of a class.
struct PropertyCode: Sendable {
    enum Kind: Sendable, Equatable {
        case attribute
        case toOne
        case toMany(destination: String, isOrdered: Bool)
        case fetched
    }

    var name: String
    var kind: Kind
    /// The property's position in objects; nil for a fetched property.
    var slot: Int?
    var accessor: AccessorCode
    /// The handle of an attribute that merges.
    var handle: HandleText?

    var isReadOnly: Bool { accessor.text.set == nil }
}
