// SPDX-License-Identifier: Apache-2.0
// A save to an atomic store (rules STO-80 to STO-82): nodes are made, filled and removed, then the subclass writes them.
// EngineStore calls this between checking a change set and applying it.

import Foundation
import PerdureStore

extension NSAtomicStore {
    /// The ID of a new object, from the reference object that the subclass chooses.
    final func newID(for object: NSManagedObject) -> NSManagedObjectID {
        objectID(for: object.entity, withReferenceObject: newReferenceObject(for: object))
    }

    /// Applies the changes of a save to the nodes and tells the subclass to write them.
    ///
    /// - Parameters:
    ///   - set: the changes.
    ///   - merged: the final rows of mergeable attributes, which the objects do not know.
    /// - Throws: the errors of the subclass; the nodes then stay unchanged.
    final func write(_ set: StoreChanges, _ merged: [RowUpdate]) throws {
        let nodes = nodesByKey
        let changed = (set.updatedObjects + set.unwrittenObjects).compactMap { object in
            cacheNode(for: object.objectID).map { ($0, object) }
        }
        let values = changed.map { node, _ in node.propertyCache?.mutableCopy() as? NSMutableDictionary }
        do {
            for object in set.insertedObjects { insert(newCacheNode(for: object)) }
            let written = Self.writtenSlots(set)
            for ((node, object), old) in zip(changed, values) {
                updateCacheNode(node, from: object)
                if object.binding.rebasedSlots.isEmpty { continue }
                keep(old, in: node, of: object, except: written[ObjectIdentifier(object)] ?? [])
            }
            for update in merged { fill(update) }
            let removed = removeNodes(set.changes.deletions.map(\.key))
            try save()
            for node in removed { node.letGoOfNodes() }
        } catch {
            nodesByKey = nodes
            for ((node, _), old) in zip(changed, values) { node.propertyCache = old }
            throw error
        }
    }

    private static func writtenSlots(_ set: StoreChanges) -> [ObjectIdentifier: Set<Int>] {
        Dictionary(
            zip(set.updatedObjects, set.changes.updates).map { (ObjectIdentifier($0), Set($1.slots)) },
            uniquingKeysWith: { $1 })
    }

    /// Keeps the node's values of properties that the save does not write.
    ///
    /// Concurrent saves of different properties do not conflict, so the object may have outdated values of these properties.
    private func keep(
        _ old: NSMutableDictionary?, in node: NSAtomicStoreCacheNode, of object: NSManagedObject,
        except written: Set<Int>
    ) {
        for property in object.binding.slotProperties where !property.isTransient {
            let isWritten =
                property.isToMany
                ? object.toManyChange(at: property.slot) != nil : written.contains(property.slot)
            if !isWritten { node.setValue(old?[property.name], forKey: property.name) }
        }
    }

    private func removeNodes(_ keys: [ObjectKey]) -> [NSAtomicStoreCacheNode] {
        var nodes = nodesByKey
        let removed = keys.compactMap { nodes[$0] }
        guard !removed.isEmpty else { return [] }
        willRemoveCacheNodes(Set(removed))
        for key in keys { nodes[key] = nil }
        nodesByKey = nodes
        return removed
    }

    /// Copies an object's persistent properties into a node; a mergeable attribute is copied in its stored form.
    final func fill(_ node: NSAtomicStoreCacheNode, from object: NSManagedObject) {
        for property in object.binding.slotProperties where !property.isTransient {
            let name = property.name
            if property.isAppliedByStores {
                // A value that cannot be stored has been refused before.
                let stored = (try? object.storedForm(at: property.slot)) ?? .null
                node.setValue(property.coding?.plainValue(stored), forKey: name)
                continue
            }
            guard property.relationship != nil else {
                node.setValue(object.primitiveValue(forKey: name), forKey: name)
                continue
            }
            node.setValue(nodes(object.value(forKey: name)), forKey: name)
        }
    }

    /// The nodes of a relationship's objects, in a collection of the same kind.
    private func nodes(_ value: Any?) -> Any? {
        switch value {
        case let object as NSManagedObject: node(for: object.objectID)
        case let objects as NSOrderedSet:
            NSOrderedSet(
                array: objects.compactMap { ($0 as? NSManagedObject).map { node(for: $0.objectID) } })
        case let objects as Set<NSManagedObject>: Set(objects.map { node(for: $0.objectID) })
        default: nil
        }
    }
}
