// SPDX-License-Identifier: Apache-2.0
// The indexes of an entity and their elements. IndexCheck.swift says which are legal.

import Foundation
import PerdureBase

/// An index that a store keeps to fetch faster.
///
/// It never changes the result of a fetch.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    var seal = ModelSeal()
    private var facts: Facts { willSet { seal.requireOpen() } }

    private struct Facts {
        var name: String
        var elements: [NSFetchIndexElementDescription]
        var partialIndexPredicate: NSPredicate?
    }

    /// The owning entity; its setter of `indexes` sets it.
    package final var owner: NSEntityDescription? {
        get { ownerReference?.object }
        set { ownerReference = newValue.map { WeakObjectReference($0) } }
    }
    // Not a weak variable: every object counts references to its entity, and a weak reference moves that count into a side
    // table.
    private var ownerReference: WeakObjectReference<NSEntityDescription>?

    /// Makes an index.
    ///
    /// - Parameters:
    ///   - name: The name, unique within the entity.
    ///   - elements: The sort keys of the index, in order; nil for none yet.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        facts = Facts(name: name, elements: elements ?? [])
        super.init()
        facts.elements.forEach { $0.owner = self }
    }

    /// The name, unique within the entity.
    open var name: String {
        get { facts.name }
        set { facts.name = newValue }
    }

    /// The sort keys of the index, in order.
    open var elements: [NSFetchIndexElementDescription] {
        get { facts.elements }
        set {
            facts.elements = newValue
            newValue.forEach { $0.owner = self }
        }
    }

    /// The entity that has the index, or nil.
    open var entity: NSEntityDescription? { owner }

    /// A condition on the rows that the index holds: comparisons with constants; nil for all rows.
    open var partialIndexPredicate: NSPredicate? {
        get { facts.partialIndexPredicate }
        set { facts.partialIndexPredicate = newValue }
    }

    /// Copies the index; the copy belongs to no entity and may be edited.
    ///
    /// The copy's elements name the same properties.
    open func copy(with zone: NSZone? = nil) -> Any {
        // The copy of an element is an element.
        let copy = NSFetchIndexDescription(
            name: name, elements: elements.map { $0.copy() as! NSFetchIndexElementDescription })
        copy.facts.partialIndexPredicate = partialIndexPredicate
        return copy
    }

    package final func close() {
        seal.close()
        elements.forEach { $0.close() }
    }
}
