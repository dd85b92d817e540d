// SPDX-License-Identifier: Apache-2.0
// Chooses the store of each new object, and gives it a permanent ID (rules STO-20 to STO-22).

import Foundation
import PerdureBase
import PerdureStore

/// Assigns stores and keys to new objects.
struct StoreAssignment {
    let coordinator: NSPersistentStoreCoordinator
    private let stores: [EngineStore]

    init(coordinator: NSPersistentStoreCoordinator) {
        self.coordinator = coordinator
        stores = coordinator.engineStores
    }

    /// Permanent IDs for objects, in their order; an object with a permanent ID keeps it.
    ///
    /// Reserves the keys of all objects of one hierarchy and store with one call of the engine.
    ///
    /// - Throws: an error when no writable store has an object's entity.
    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        var groups = KeyGroups()
        var places: [Int?] = []
        places.reserveCapacity(objects.count)
        // Related objects may have to be read first.
        try ExceptionTrap.catching {
            try objects.forEachWithID { places.append(try place(of: $0, in: &groups)) }
        }
        try groups.reserve(coordinator)
        try groups.ask(objects, places)
        var ids: [NSManagedObjectID] = []
        ids.reserveCapacity(objects.count)
        objects.forEachWithID { object in
            let id = places[ids.count].map { groups.nextID($0, for: object) }
            ids.append(id ?? object.id.permanent ?? object.id)
        }
        return ids
    }

    /// The group of an object; nil for one that has an ID.
    private func place(of object: NSManagedObject, in groups: inout KeyGroups) throws -> Int? {
        guard Self.needsID(object) else { return nil }
        let binding = object.binding
        // If an object has no assigned store and there is only one store, it joins the group of the last object of its entity.
        let hasChoice = stores.count > 1 || object.id.namespace != nil
        if !hasChoice, let place = groups.place(of: binding) { return place }
        let place = groups.add(binding.layout, try store(for: object))
        if !hasChoice { groups.last = (binding, place) }
        return place
    }

    /// Whether an object has no permanent ID yet, or an ID of a store that is gone.
    static func needsID(_ object: NSManagedObject) -> Bool {
        let id = object.id
        return id.isTemporaryID && id.permanent?.persistentStore == nil
    }

    /// The store of a new object.
    private func store(for object: NSManagedObject) throws -> EngineStore {
        let number = object.binding.layout.number
        if let assigned = object.objectID.engineStore {
            guard assigned.holds(entity: number) else { throw SaveErrors.foreignEntity(object, assigned) }
            return assigned
        }
        // The usual case must not make a list for each object.
        if stores.count == 1, !stores[0].isReadOnly, stores[0].holds(entity: number) { return stores[0] }
        let candidates = stores.filter { !$0.isReadOnly && $0.holds(entity: number) }
        if candidates.count > 1, let related = relatedStore(of: object, among: candidates) { return related }
        guard let first = candidates.first else { throw SaveErrors.noStore(for: object, stores) }
        return first
    }

    /// The store of an object that the new object is related to.
    private func relatedStore(of object: NSManagedObject, among candidates: [EngineStore]) -> EngineStore? {
        for slot in object.binding.relationshipSlots {
            var related = object.toManyChange(at: slot)?.added ?? []
            if let destination = object.slots[slot].destination { related.append(destination) }
            for destination in related {
                if let store = candidates.first(where: { $0 === destination.objectID.engineStore }) {
                    return store
                }
            }
        }
        return nil
    }
}

/// New objects, grouped by store and hierarchy.
private struct KeyGroups {
    private struct Group {
        let store: EngineStore
        /// The store's namespace, kept here: stores have weak references, which makes each retain of a store slow.
        let namespace: ObjectIDNamespace
        let atomicStore: NSAtomicStore?
        let root: Int32
        let entity: Int32
        var count = 0
        var keys = ReservedKeys()
    }

    private var groups: [Group] = []
    /// The last group that was chosen by the entity alone.
    var last: (binding: EntityBinding, place: Int)?
    /// The IDs that stores of programs have chosen.
    private var chosen: [ObjectIdentifier: NSManagedObjectID] = [:]

    /// Counts an object in the `last` group; nil if that group is of another entity.
    mutating func place(of binding: EntityBinding) -> Int? {
        guard let last, last.binding === binding else { return nil }
        groups[last.place].count += 1
        return last.place
    }

    /// Counts an object in its group, and returns the group's index.
    ///
    /// There are few groups: a search is faster than hashing.
    mutating func add(_ layout: EntityLayout, _ store: EngineStore) -> Int {
        if let index = groups.firstIndex(where: { $0.root == layout.root && $0.store === store }) {
            groups[index].count += 1
            return index
        }
        groups.append(
            Group(
                store: store, namespace: store.namespace, atomicStore: store.atomicStore, root: layout.root,
                entity: layout.number, count: 1))
        return groups.count - 1
    }

    mutating func reserve(_ coordinator: NSPersistentStoreCoordinator) throws {
        for index in groups.indices
        where groups[index].atomicStore == nil && !(groups[index].store is RequestEngineStore) {
            let group = groups[index]
            groups[index].keys = try coordinator.translatingErrors(group.store.url) {
                try group.store.engine.reserveKeys(group.count, entity: group.entity)
            }
        }
    }

    /// Asks each store of a program that chooses its IDs itself, once for all its objects, in their order.
    mutating func ask(_ objects: [NSManagedObject], _ places: [Int?]) throws {
        var asked: [(store: RequestEngineStore, objects: [NSManagedObject])] = []
        for (object, place) in zip(objects, places) {
            guard let place, let store = groups[place].store as? RequestEngineStore else { continue }
            if let index = asked.firstIndex(where: { $0.store === store }) {
                asked[index].objects.append(object)
            } else {
                asked.append((store, [object]))
            }
        }
        for (store, objects) in asked {
            let ids = try store.requests.permanentIDs(for: objects)
            for (object, id) in zip(objects, ids) { chosen[ObjectIdentifier(object)] = id }
        }
    }

    mutating func nextID(_ index: Int, for object: NSManagedObject) -> NSManagedObjectID {
        if !chosen.isEmpty, let id = chosen[ObjectIdentifier(object)] { return id }
        if let atomicStore = groups[index].atomicStore { return atomicStore.newID(for: object) }
        let entity = object.binding.layout.number
        let key = ObjectKey(entity: entity, root: groups[index].root, number: groups[index].keys.nextKey())
        return groups[index].namespace.id(key)
    }
}
