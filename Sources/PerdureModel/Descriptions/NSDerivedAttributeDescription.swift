// SPDX-License-Identifier: Apache-2.0
// Attributes that the store computes. DerivationCheck.swift says which expressions are legal.

import Foundation
import PerdureBase
import PerdureModelFormat
import PerdurePredicates
import PerdureStore

import class PerdurePredicates.NSExpression

/// An attribute whose value the store computes from stored properties of the object or of related objects.
///
/// ```swift
/// let count = NSDerivedAttributeDescription()
/// count.name = "count"
/// count.attributeType = .integer64AttributeType
/// count.derivationExpression = NSExpression(format: "items.@count")
/// ```
///
/// | Expression | Value |
/// | --- | --- |
/// | `name`, `list.name` | a copy, of the same object or along to-one relationships; any type |
/// | `uppercase:(name)`, `lowercase:(name)`, `canonical:(list.name)` | the text in another form; canonical has neither case nor diacritics |
/// | `items.@count` | how many members a to-many relationship has |
/// | `items.price.@sum` | the sum of a number over the members |
/// | `items.price.@min`, `items.price.@max`, `items.price.@avg` | the least, the greatest, the mean of the members' values |
/// | `now()` | when the object's row was written last |
///
/// A copy through a relationship that is nil is nil. Over no members, the count and the sum are 0, and the other values are
/// nil.
/// Properties that are derived or transient themselves cannot be used.
///
/// **When it changes.** The store computes the value while it writes, in the transaction of the save, whichever context saves.
/// Until then the object in memory shows the old value. A new object shows the default value. Fetches evaluate unsaved objects
/// with these values. After a save, the objects of the saving context show the new values. This includes objects that the save
/// did not write, such as the items of a renamed list. Observers are told. `NSManagedObjectContextObjectsDidChange` lists the
/// objects as refreshed before `NSManagedObjectContextDidSave` is posted. Nothing becomes dirty, and undo records nothing. The
/// save's notifications list the objects whose values were computed but whose rows the save did not change otherwise.
/// `NSRefreshedObjectsKey` has the objects that the context knows, `NSRefreshedObjectIDsKey` has all IDs. Other contexts
/// refresh these objects when they merge the save. The version of a row does not change: when one context renames a list,
/// another context that edits an item of the list meets no optimistic lock conflict.
///
/// **Validation** comes before the store computes. A new object therefore needs a value of each derived attribute that is not
/// optional. To give it one, call `setPrimitiveValue(_:forKey:)` in `awakeFromInsert`, or let the attribute have a default
/// value, or set `isOptionalUntilSaved`.
///
/// **Setting it** has no lasting effect. The value stays in memory until the next save, refresh or merge, and makes the object
/// dirty. The save then writes a new version of the row and nothing else. The first time, a warning goes to standard error.
///
/// **What it costs.** The attribute takes a column, and work of the store at each save: a new item changes the count and the
/// sum of its list, and a renamed list writes the rows of all its items. In return, reading costs nothing, and predicates, sort
/// descriptors and indexes use the column where they would otherwise need a join. Few things can be expressed, and part of the
/// program's logic moves into the model. There are two alternatives. A computed property of the class (`items.count`) is always
/// up to date, but no fetch can use it. A primitive write in `willSave` can compute anything, but a program that writes without
/// that class bypasses it.
///
/// ## Compatibility
/// Apple does not document whether objects that a save changes only indirectly are updated in memory, nor how notifications
/// report them. `@min`, `@max`, `@avg` and in-memory stores are additions.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    var derivationFacts = DerivationFacts() { willSet { seal.requireOpen() } }

    /// How the value is computed; an expression of another form is refused when a store is added.
    open var derivationExpression: NSExpression? {
        get { derivationFacts.expression }
        set { derivationFacts.expression = newValue }
    }

    /// Whether nil passes validation although the attribute is not optional; false unless it is set.
    ///
    /// Validation comes before the store computes a value. The flag is kept in `userInfo` under `optionalUntilSavedKey`. A
    /// model editor can therefore set it too, with the text YES.
    ///
    /// ## Compatibility
    /// An addition.
    public final var isOptionalUntilSaved: Bool {
        get { optionalUntilSaved ?? false }
        set {
            userInfo = (userInfo ?? [:]).merging([
                Self.optionalUntilSavedKey: UserInfoFlag.text(newValue)
            ]) { $1 }
        }
    }

    /// The key of `isOptionalUntilSaved` in `userInfo`.
    public static let optionalUntilSavedKey = "perdure.optionalUntilSaved"

    /// The flag in `userInfo`; nil when there is no entry, or when the entry is neither YES nor NO.
    final var optionalUntilSaved: Bool? {
        UserInfoFlag.read(userInfo?[Self.optionalUntilSavedKey])
    }

    package override var isComputed: Bool { true }

    package override var isOptionalInMemory: Bool { isOptionalUntilSaved }

    override var canMerge: Bool { false }

    package override func read(_ document: AttributeDocument, _ builder: ModelBuilder) {
        super.read(document, builder)
        derivationFacts.expression = document.derivation.map { NSExpression(node: $0) }
        derivationFacts.filteringPredicate = document.filteringPredicate.map(NSPredicate.predicate)
    }

    override func describe(in document: inout AttributeDocument, _ builder: ModelDocumentBuilder) {
        super.describe(in: &document, builder)
        document.derivation = derivationExpression?.node
        document.filteringPredicate = derivationFacts.filteringPredicate?.node
    }

    override func define(
        _ definition: inout AttributeDefinition, in entity: NSEntityDescription, _ compiler: SchemaCompiler
    ) throws {
        try super.define(&definition, in: entity, compiler)
        definition.derivation = (derivationExpression?.node).map(DerivationSpelling.source)
    }

    package override func check(in entity: NSEntityDescription) throws {
        guard isTransient else { return }
        throw CoreDataException(.transientDerivation(entity.name, name))
    }

    override func checkForStore(in entity: NSEntityDescription, path: String) throws {
        try super.checkForStore(in: entity, path: path)
        try DerivationCheck(self, in: entity).run()
    }

    override func makeEmpty() -> NSPropertyDescription { NSDerivedAttributeDescription() }

    override func copyFacts(of other: NSPropertyDescription) {
        super.copyFacts(of: other)
        if let other = other as? NSDerivedAttributeDescription { derivationFacts = other.derivationFacts }
    }
}

/// The facts of a derived attribute, in one value.
struct DerivationFacts {
    var expression: NSExpression?
    /// The predicate is read from model files and written back; nothing evaluates it.
    var filteringPredicate: NSPredicate?
}
