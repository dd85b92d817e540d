// SPDX-License-Identifier: Apache-2.0
// Attributes that the store computes. DerivationCheck.swift says which expressions are legal.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdureStore

import class PerdurePredicates.NSExpression

/// An attribute whose value the store computes from stored properties, of the object or of related ones.
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
/// A copy through a relationship that is nil is nil; of no members the count and the sum are 0 and the others nil.
/// Properties that are derived or transient themselves cannot be used.
///
/// **When it changes.** The store computes the value while it writes, in the transaction of the save, whoever saves. In
/// memory the old value stands until then, in new objects the default value; fetches evaluate unsaved objects with it.
/// After a save the objects of the saving context show the new values, also those that the save did not write, as the
/// items of a renamed list: observers are told, `NSManagedObjectContextObjectsDidChange` lists the objects as refreshed
/// before `NSManagedObjectContextDidSave` is posted, nothing becomes dirty, and undo records nothing. The save's
/// notifications carry the objects that were computed and not written under `NSRefreshedObjectsKey` (those that the
/// context knows) and `NSRefreshedObjectIDsKey` (all), so that other contexts take them over when they merge. Versions
/// of rows do not move: a context that edits an item of a list which somebody else renamed meets no conflict.
///
/// **Validation** comes before the store computes. A new object needs a value of a derived attribute that is not
/// optional: give it one with `setPrimitiveValue(_:forKey:)` in `awakeFromInsert`, let the attribute have a default
/// value, or set `isOptionalUntilSaved`.
///
/// **Setting it** is in vain. The value stays in memory until the next save, refresh or merge and makes the object dirty;
/// the save writes a new version of the row and nothing else. The first time, a warning goes to standard error.
///
/// **What it costs.** A column, and what the store does at each save: a new item moves the count and the sum of its
/// list, a renamed list writes the rows of all its items. In turn reading costs nothing, and predicates, sort
/// descriptors and indexes use the column where they would have to join. Few things can be expressed, and part of the
/// program's logic stands in the model. Two relatives: a computed property of the class (`items.count`) is always up to
/// date and cannot be fetched by; a primitive write in `willSave` can compute anything, and is bypassed by all who write
/// without that class.
///
/// ## Compatibility
/// Apple does not say whether objects that a save changes only indirectly are brought up to date in memory, nor how
/// notifications tell of them. `@min`, `@max`, `@avg` and stores in memory are additions.
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
    /// Validation comes before the store computes a value. Kept in `userInfo` under `optionalUntilSavedKey`, so that a
    /// model editor can set it too: with the text YES.
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

    /// What `userInfo` says; nil for nothing, and for what is neither YES nor NO.
    final var optionalUntilSaved: Bool? {
        UserInfoFlag.read(userInfo?[Self.optionalUntilSavedKey])
    }

    override var isComputed: Bool { true }

    override var isOptionalInMemory: Bool { isOptionalUntilSaved }

    override var canMerge: Bool { false }

    override func take(_ document: AttributeDocument, _ builder: ModelBuilder) {
        super.take(document, builder)
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

    override func check(in entity: NSEntityDescription) throws {
        guard isTransient else { return }
        throw CoreDataException(.transientDerivation(entity.name, name))
    }

    override func checkForStore(in entity: NSEntityDescription, path: String) throws {
        try super.checkForStore(in: entity, path: path)
        try DerivationCheck(self, in: entity).run()
    }

    override func makeEmpty() -> NSPropertyDescription { NSDerivedAttributeDescription() }

    override func takeFacts(of other: NSPropertyDescription) {
        super.takeFacts(of: other)
        if let other = other as? NSDerivedAttributeDescription { derivationFacts = other.derivationFacts }
    }
}

/// What a derived attribute says, in one value.
struct DerivationFacts {
    var expression: NSExpression?
    /// Read from model files and written back; nothing evaluates it.
    var filteringPredicate: NSPredicate?
}
