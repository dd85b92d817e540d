// SPDX-License-Identifier: Apache-2.0
// Relationships and their delete rules. RelationshipRules (PerdurePredicates) says which relationships are legal.

import Foundation
import PerdureBase
import PerdureStore

/// What happens to the destination of a relationship when its source is deleted.
public enum NSDeleteRule: UInt, Sendable {
    /// Nothing: the destination keeps a reference to a deleted object.
    case noActionDeleteRule = 0
    /// The inverse is set to nil, or loses the deleted object.
    case nullifyDeleteRule = 1
    /// The destination is deleted too.
    case cascadeDeleteRule = 2
    /// Deleting fails at save as long as there is a destination.
    case denyDeleteRule = 3
}

/// A property that refers to one object or to many objects.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    package final var relationshipFacts = RelationshipFacts() { willSet { seal.requireOpen() } }
    private var destination: NSEntityDescription? {
        get { destinationReference?.object }
        set { destinationReference = newValue.map { WeakObjectReference($0) } }
    }
    // Not a weak variable: every object counts references to its entity, and a weak reference moves that count into a side
    // table.
    private var destinationReference: WeakObjectReference<NSEntityDescription>?
    private weak var inverse: NSRelationshipDescription?

    /// The compiled form; set when the model is put to use.
    package internal(set) final var layout: RelationshipLayout?

    /// The entity of the objects at the other end.
    ///
    /// Not retained: the model owns it.
    open var destinationEntity: NSEntityDescription? {
        get { destination }
        set {
            seal.requireOpen()
            destination = newValue
        }
    }

    /// The relationship that leads back; each must name the other.
    ///
    /// Not retained: its entity owns it.
    open var inverseRelationship: NSRelationshipDescription? {
        get { inverse }
        set {
            seal.requireOpen()
            inverse = newValue
        }
    }

    /// The largest number of objects that is valid: 1 makes a to-one relationship, 0 sets no limit; 0 in a new description.
    open var maxCount: Int {
        get { relationshipFacts.maxCount }
        set { relationshipFacts.maxCount = newValue }
    }

    /// The smallest number of objects that is valid; 0 in a new description.
    open var minCount: Int {
        get { relationshipFacts.minCount }
        set { relationshipFacts.minCount = newValue }
    }

    /// What happens to the destination when the source is deleted; nullify in a new description.
    open var deleteRule: NSDeleteRule {
        get { relationshipFacts.deleteRule }
        set { relationshipFacts.deleteRule = newValue }
    }

    /// Whether the relationship may refer to many objects: `maxCount` is not 1.
    open var isToMany: Bool { relationshipFacts.maxCount != 1 }

    /// Whether the objects of a to-many have an order; ignored on a to-one.
    open var isOrdered: Bool {
        get { relationshipFacts.isOrdered }
        set { relationshipFacts.isOrdered = newValue }
    }

    override func makeEmpty() -> NSPropertyDescription { NSRelationshipDescription() }

    override func copyFacts(of other: NSPropertyDescription) {
        super.copyFacts(of: other)
        guard let other = other as? NSRelationshipDescription else { return }
        relationshipFacts = other.relationshipFacts
        destination = other.destination
        inverse = other.inverse
    }
}

/// The facts of a relationship description, in one value.
package struct RelationshipFacts {
    var maxCount = 0
    var minCount = 0
    var deleteRule = NSDeleteRule.nullifyDeleteRule
    package var isOrdered = false

    init() {}

    package init(maxCount: Int, minCount: Int, deleteRule: NSDeleteRule, isOrdered: Bool) {
        self.maxCount = maxCount
        self.minCount = minCount
        self.deleteRule = deleteRule
        self.isOrdered = isOrdered
    }
}
