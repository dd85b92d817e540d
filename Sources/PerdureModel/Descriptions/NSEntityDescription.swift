// SPDX-License-Identifier: Apache-2.0
// Entities. Their maps by name are in NSEntityDescription+Lookup.swift, inheritance in
// NSEntityDescription+Inheritance.swift, the compiled form in CompiledEntity.swift.

import Foundation
import PerdureBase
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// A kind of object: its name, its class, its properties, its parent.
///
/// Descriptions may be edited until their model is given to a coordinator; a setter used later stops the process
/// with "Can't modify an immutable model.".
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable because a description is immutable before a coordinator shares it between queues. Until then the description
    // belongs to the code that builds it, as on Apple's systems.

    var seal = ModelSeal()
    package final var facts = EntityFacts() { willSet { seal.requireOpen() } }

    /// The owning model; its setter of `entities` sets it.
    ///
    /// Weak: models own their entities.
    package final weak var model: NSManagedObjectModel?
    /// The parent entity; its setter of `subentities` sets it.
    package final var parent: NSEntityDescription? {
        get { parentReference?.object }
        set { parentReference = newValue.map { WeakObjectReference($0) } }
    }
    // Not a weak variable: every object counts references to its entity, and a weak reference moves that count into a side
    // table.
    private var parentReference: WeakObjectReference<NSEntityDescription>?
    /// Set when the model is put to use.
    package internal(set) final var compiledForm: CompiledEntity?

    /// Makes an entity without a name.
    public override init() { super.init() }

    /// The name, unique in the model; nil in a new description.
    open var name: String? {
        get { facts.name }
        set { facts.name = newValue }
    }

    /// Whether the other object is an entity with the same contents, including what both inherit.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSEntityDescription).map { DescriptionEquality.areEqual(self, $0) } ?? false
    }

    /// Equal for equal entities.
    open override var hash: Int { facts.name.hashValue }

    /// The model that has the entity.
    ///
    /// Stops the process when no model has it.
    open var managedObjectModel: NSManagedObjectModel {
        guard let model else { ErrorMessages.entityWithoutModel(name).stop() }
        return model
    }

    /// The name of the class of the objects: "NSManagedObject" in a new description, "Module.Class", or a bare
    /// class name.
    open var managedObjectClassName: String! {
        get { facts.className }
        set { facts.className = newValue ?? EntityFacts.defaultClassName }
    }

    /// Whether only subentities of this entity have objects, not the entity itself.
    open var isAbstract: Bool {
        get { facts.isAbstract }
        set { facts.isAbstract = newValue }
    }

    /// The properties that this entity declares.
    ///
    /// Stops the process when one is an `NSExpressionDescription`: those are for requests and index elements.
    open var properties: [NSPropertyDescription] {
        get { facts.properties }
        set {
            seal.requireOpen()
            if let column = newValue.first(where: { $0 is NSExpressionDescription }) {
                ErrorMessages.expressionAsProperty(entity: name, property: column.name).stop()
            }
            for property in newValue where property.owner !== self { property.seal.requireOpen() }
            // A property may have moved to another entity already.
            for property in facts.properties where property.owner === self { property.owner = nil }
            newValue.forEach { $0.owner = self }
            facts.properties = newValue
        }
    }

    /// The combinations of attributes whose values must be unique; the constraints of super entities apply too.
    ///
    /// Members are attribute names, "composite.element" key paths, or attribute descriptions.
    open var uniquenessConstraints: [[Any]] {
        get { facts.uniquenessConstraints }
        set { facts.uniquenessConstraints = newValue }
    }

    /// The indexes that a store must keep.
    open var indexes: [NSFetchIndexDescription] {
        get { facts.indexes }
        set {
            for index in newValue where index.owner !== self { index.seal.requireOpen() }
            facts.indexes = newValue
            newValue.forEach { $0.owner = self }
        }
    }

    /// Indexes on several properties: names or descriptions.
    @available(*, deprecated, message: "Use indexes instead")
    open var compoundIndexes: [[Any]] {
        get { facts.compoundIndexes }
        set { facts.compoundIndexes = newValue }
    }

    /// Free data of the application about the entity; not part of the version hash.
    open var userInfo: [AnyHashable: Any]? {
        get { facts.userInfo }
        set { facts.userInfo = newValue }
    }

    /// A text that changes the version hash although the definition stays the same.
    open var versionHashModifier: String? {
        get { facts.versionHashModifier }
        set { facts.versionHashModifier = newValue }
    }

    /// The name that the entity has in another version of the model; its own name unless it was set.
    open var renamingIdentifier: String? {
        get { facts.renamingIdentifier ?? name }
        set { facts.renamingIdentifier = newValue }
    }

    /// Stored and returned, without effect.
    open var coreSpotlightDisplayNameExpression: NSExpression {
        get { facts.spotlightExpression ?? NSExpression(node: .constant(.null)) }
        set { facts.spotlightExpression = newValue }
    }

    /// Name, class, parent and property names, for debugging.
    open override var description: String { DescriptionText.entity(self) }

    /// Copies the entity with its properties and indexes, without its subentities.
    ///
    /// The copy belongs to no model and may be edited. Its relationships lead to the original's destinations. To copy entities
    /// with all their connections, copy the model.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSEntityDescription()
        ModelCopier().copyContents(of: self, to: copy)
        return copy
    }
}

/// The facts of an entity description, in one value.
package struct EntityFacts {
    package static let defaultClassName = "NSManagedObject"

    package init() {}

    package var name: String?
    package var className = EntityFacts.defaultClassName
    /// The class of the objects, where whoever made the model knows it; files do not have it.
    package var objectClass: AnyClass?
    package var isAbstract = false
    package var subentities: [NSEntityDescription] = []
    package var properties: [NSPropertyDescription] = []
    package var uniquenessConstraints: [[Any]] = []
    package var indexes: [NSFetchIndexDescription] = []
    var compoundIndexes: [[Any]] = []
    package var userInfo: [AnyHashable: Any]?
    package var versionHashModifier: String?
    package var renamingIdentifier: String?
    var spotlightExpression: NSExpression?
    /// What a model file says to tools only; the entries are kept so that they can be written back.
    var toolAttributes: [String: String] = [:]
}
