// SPDX-License-Identifier: Apache-2.0
// Objects whose rows others have deleted: which objects lead to them, and how these let go of them. Only relationships whose
// destination can be one of them are looked at, and of two sets of objects the smaller one is walked, because a batch may delete
// very many. Part of NSManagedObjectContext+DeletedElsewhere.swift.

import PerdureStore

/// Objects that have no rows any more.
struct GoneObjects {
    /// The gone objects that the context has registered.
    let objects: [NSManagedObject]
    private let known: Set<NSManagedObject>
    private let keys: [ObjectIdentifier: Set<ObjectKey>]
    private let entities: [NSEntityDescription]
    /// The relationships that may lead to gone objects, by the bindings of their owners.
    private var slots: [ObjectIdentifier: [Int]] = [:]

    init(_ ids: [NSManagedObjectID], in context: NSManagedObjectContext) {
        objects = ids.compactMap { context.registered($0) }.filter { $0.isStored }
        known = Set(objects)
        var keys: [ObjectIdentifier: Set<ObjectKey>] = [:]
        var entities: [ObjectIdentifier: NSEntityDescription] = [:]
        for id in ids {
            entities[ObjectIdentifier(id.entity)] = id.entity
            guard let namespace = id.namespace else { continue }
            keys[ObjectIdentifier(namespace), default: []].insert(id.key)
        }
        self.keys = keys
        self.entities = Array(entities.values)
    }

    func contains(_ object: NSManagedObject) -> Bool { known.contains(object) }

    /// Whether a relationship of an object leads to a gone object, or did so before the context's own changes.
    ///
    /// A relationship that the program has changed since counts too: the deletion raised the version of the object's
    /// row.
    mutating func areLed(to object: NSManagedObject) -> Bool {
        slots(of: object.binding).contains { leads(object, $0) || led(object, $0) }
    }

    private mutating func slots(of binding: EntityBinding) -> [Int] {
        if let found = slots[ObjectIdentifier(binding)] { return found }
        let found = binding.relationshipSlots.filter { slot in
            guard let destination = binding.slotProperties[slot].relationship?.description.destinationEntity
            else { return true }
            // An ID may name a super entity of the object's own.
            return entities.contains { $0.isKindOf(entity: destination) || destination.isKindOf(entity: $0) }
        }
        slots[ObjectIdentifier(binding)] = found
        return found
    }

    private func led(_ object: NSManagedObject, _ slot: Int) -> Bool {
        guard object.slots.written.contains(slot), case .reference(let key)? = object.snapshot?[slot] else {
            return false
        }
        return contains(key, object)
    }

    private func contains(_ key: ObjectKey, _ object: NSManagedObject) -> Bool {
        object.namespace.map { keys[ObjectIdentifier($0)]?.contains(key) ?? false } ?? false
    }

    private func leads(_ object: NSManagedObject, _ slot: Int) -> Bool {
        switch object.slots[slot] {
        case .stored(.reference(let key)): contains(key, object)
        case .stored: false
        case .live(let value):
            value.asMembers.map { $0.mayName(anyOf: known) }
                ?? value.asDestination.map { known.contains($0) } ?? false
        }
    }

    /// Removes the gone objects from an object's changed relationships.
    mutating func cutOff(_ object: NSManagedObject) {
        for slot in slots(of: object.binding) where leads(object, slot) {
            object.withoutTracking {
                object.announcing([slot]) {
                    if let members = object.slots[slot].members {
                        members.adoptDecisions(
                            members.named(of: known).map { SettledMember(object: $0, isMember: false) })
                    } else {
                        object.slots[slot] = .null
                    }
                }
            }
        }
    }
}

extension ToManyValue {
    /// The members that are known, and those that were removed.
    private var namedSets: [Set<NSManagedObject>] { [isLoaded ? members : added, removed] }

    /// Whether any of some objects is a member, or was one until it was removed.
    fileprivate func mayName(anyOf objects: Set<NSManagedObject>) -> Bool {
        namedSets.contains { named in
            named.count < objects.count
                ? named.contains(where: objects.contains) : objects.contains(where: named.contains)
        }
    }

    /// Those of some objects that are members, or were until they were removed.
    fileprivate func named(of objects: Set<NSManagedObject>) -> [NSManagedObject] {
        namedSets.flatMap { named in
            named.count < objects.count ? named.filter(objects.contains) : objects.filter(named.contains)
        }
    }
}
