// SPDX-License-Identifier: Apache-2.0
// Super and subentities. Part of NSEntityDescription.swift.

import Foundation

extension NSEntityDescription {
    /// The parent; set by putting the entity into the parent's `subentities`.
    public var superentity: NSEntityDescription? { parent }

    /// The children.
    ///
    /// An entity has one parent. The setter removes each new child from the parent that it had before, and
    /// stops the process when the child is in use.
    public var subentities: [NSEntityDescription] {
        get { facts.subentities }
        set {
            seal.requireOpen()
            for child in newValue where child.parent !== self { child.seal.requireOpen() }
            for child in facts.subentities where child.parent === self { child.parent = nil }
            for child in newValue {
                if let former = child.parent, former !== self {
                    former.facts.subentities.removeAll { $0 === child }
                }
                child.parent = self
            }
            facts.subentities = newValue
        }
    }

    /// The children by name.
    public var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(subentities.compactMap { child in child.name.map { ($0, child) } }) { first, _ in first }
    }

    /// Whether the entity is the given one or a descendant of it, by name.
    ///
    /// No store is accessed. When both entities are in one model in use, only two numbers are compared.
    public func isKindOf(entity: NSEntityDescription) -> Bool {
        if let compiledForm, let other = entity.compiledForm, compiledForm.schema === other.schema {
            return other.layout.contains(entity: compiledForm.number)
        }
        return ancestry.contains { $0 === entity || ($0.name != nil && $0.name == entity.name) }
    }

    /// The entity, its parent, the parent's parent, and so on; the list ends where a cycle closes.
    var ancestry: [NSEntityDescription] {
        var result: [NSEntityDescription] = []
        var seen: Set<ObjectIdentifier> = []
        var current: NSEntityDescription? = self
        while let entity = current, seen.insert(ObjectIdentifier(entity)).inserted {
            result.append(entity)
            current = entity.parent
        }
        return result
    }
}
