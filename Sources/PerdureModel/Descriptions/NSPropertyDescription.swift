// SPDX-License-Identifier: Apache-2.0
// What attributes, relationships, fetched properties and expression descriptions have in common.
// NSPropertyDescription+Validation.swift has the validation predicates. The kinds have files of their own.

import Foundation
import PerdureBase

/// A property of an entity: its name, whether it may be nil, whether it is stored.
///
/// Descriptions may be edited until their model is given to a coordinator; a setter used later stops the process
/// with "Can't modify an immutable model.".
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable because a description is immutable before a coordinator shares it between queues. Until then the description
    // belongs to the code that builds it, as on Apple's systems.

    var seal = ModelSeal()
    package final var facts = PropertyFacts() { willSet { seal.requireOpen() } }

    /// The owning entity; its setter of `properties` sets it.
    ///
    /// Weak: entities own their properties.
    package final var owner: NSEntityDescription? {
        get { ownerReference?.object }
        set { ownerReference = newValue.map { WeakObjectReference($0) } }
    }
    // Not a weak variable: every object counts references to its entity, and a weak reference moves that count into a side
    // table.
    private var ownerReference: WeakObjectReference<NSEntityDescription>?

    /// The property's slot in the rows and objects of its entity and all subentities.
    ///
    /// It is -1 for fetched properties and in models that are not in use.
    package internal(set) final var slot = -1

    /// Makes a property without a name.
    public override init() { super.init() }

    /// Whether the other is a property with the same contents, of an entity of the same name.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPropertyDescription).map { DescriptionEquality.areEqual(self, $0) } ?? false
    }

    /// Equal for equal properties.
    open override var hash: Int { facts.name.hashValue }

    /// The entity that declares the property.
    ///
    /// Stops the process when no entity has the property.
    ///
    /// ## Compatibility
    /// An inherited property names the entity that declares it, not the subentity at which it was found.
    open var entity: NSEntityDescription {
        guard let owner else { ErrorMessages.propertyWithoutEntity(name).stop() }
        return owner
    }

    /// The property's name; "" in a new description.
    open var name: String {
        get { facts.name }
        set { facts.name = newValue }
    }

    /// Whether an object is valid without a value; true in a new description.
    ///
    /// Only validation checks this.
    open var isOptional: Bool {
        get { facts.isOptional }
        set { facts.isOptional = newValue }
    }

    /// Whether the value lives in memory only; false in a new description.
    open var isTransient: Bool {
        get { facts.isTransient }
        set { facts.isTransient = newValue }
    }

    /// Free data of the application about the property; not part of the version hash.
    ///
    /// The user info of a fetched property may be changed while the model is in use: the next evaluation uses the new data.
    open var userInfo: [AnyHashable: Any]? {
        get { facts.userInfo }
        set { facts.userInfo = newValue }
    }

    /// Whether a store must have an index for the property.
    @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
    open var isIndexed: Bool {
        get { facts.isIndexed }
        set { facts.isIndexed = newValue }
    }

    /// Stored and returned, without effect.
    open var isIndexedBySpotlight: Bool {
        get { facts.isIndexedBySpotlight }
        set { facts.isIndexedBySpotlight = newValue }
    }

    /// Stored and returned, without effect.
    @available(*, deprecated, message: "External records are not supported")
    open var isStoredInExternalRecord: Bool {
        get { facts.isStoredInExternalRecord }
        set { facts.isStoredInExternalRecord = newValue }
    }

    /// A text that changes the version hash although the definition stays the same.
    open var versionHashModifier: String? {
        get { facts.versionHashModifier }
        set { facts.versionHashModifier = newValue }
    }

    /// The name that the property has in another version of the model; its own name unless it was set.
    open var renamingIdentifier: String? {
        get { facts.renamingIdentifier ?? (name.isEmpty ? nil : name) }
        set { facts.renamingIdentifier = newValue }
    }

    /// Kind, name, type or destination, for debugging.
    open override var description: String { DescriptionText.property(self) }

    /// Copies the description; the copy belongs to no entity and may be edited.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = makeEmpty()
        copy.copyFacts(of: self)
        return copy
    }

    /// A new description of the receiver's kind.
    ///
    /// Each kind overrides it.
    func makeEmpty() -> NSPropertyDescription { NSPropertyDescription() }

    /// Takes over the facts of another description of the same kind.
    ///
    /// Each kind overrides it.
    func copyFacts(of other: NSPropertyDescription) { facts = other.facts }

    /// Whether nil passes validation although rows need a value.
    ///
    /// Kinds whose values come from the store override it.
    package var isOptionalInMemory: Bool { false }

    /// Makes the description immutable.
    ///
    /// Kinds that contain further descriptions override it.
    package func close() { seal.close() }
}

/// The facts of a property description, in one value.
package struct PropertyFacts {
    var name = ""
    var isOptional = true
    package var isTransient = false
    package var isReadOnly = false
    package var isIndexed = false
    package var isIndexedBySpotlight = false
    package var isStoredInExternalRecord = false
    var userInfo: [AnyHashable: Any]?
    var versionHashModifier: String?
    var renamingIdentifier: String?
    package var validationPredicates: [NSPredicate] = []
    /// Texts, or numbers that become the error's code; there is one for each predicate.
    package var validationWarnings: [Any] = []
    /// What a model file says to tools only; the entries are kept so that they can be written back.
    var toolAttributes: [String: String] = [:]
}
