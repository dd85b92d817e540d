// SPDX-License-Identifier: Apache-2.0
// The members of a to-many relationship in a slot: what the store has, and what was added and removed since.
// Changes may come before the members are loaded. RelationshipMaintenance.swift makes the changes.

import PerdureStore
import Synchronization

/// The value of a to-many relationship.
final class ToManyValue {
    let isOrdered: Bool
    private(set) var isLoaded: Bool
    /// Added since the snapshot; not in the store.
    private(set) var added: Set<NSManagedObject> = []
    /// Removed since the snapshot; in the store.
    private(set) var removed: Set<NSManagedObject> = []
    /// All members; without meaning until loaded.
    private(set) var members: Set<NSManagedObject> = []
    /// All members in order, of an ordered relationship; before it is loaded, what was added.
    private(set) var order: [NSManagedObject] = []
    /// The order in the store.
    private var storedOrder: [NSManagedObject] = []
    /// The order that the members take when they are loaded; nil for that of the store.
    private var wantedOrder: [NSManagedObject]?
    /// Tells these members from all others, once somebody has asked; 0 before, and after each change.
    private var knownStamp: Int64 = 0
    private static let lastStamp = Atomic<Int64>(0)

    /// Members that are not loaded yet.
    static func unloaded(isOrdered: Bool) -> ToManyValue { ToManyValue(isOrdered, isLoaded: false) }
    /// No members: the value of a new object.
    static func empty(isOrdered: Bool) -> ToManyValue { ToManyValue(isOrdered, isLoaded: true) }

    private init(_ isOrdered: Bool, isLoaded: Bool) {
        self.isOrdered = isOrdered
        self.isLoaded = isLoaded
    }

    /// The members, in their order or in none.
    var list: [NSManagedObject] { isOrdered ? order : Array(members) }
    var count: Int { members.count }

    /// Whether the members differ from the snapshot's.
    var hasChanges: Bool {
        !added.isEmpty || !removed.isEmpty || (isLoaded ? order != storedOrder : wantedOrder != nil)
    }

    /// The members that the snapshot has; complete only when loaded.
    var committed: [NSManagedObject] {
        isOrdered ? storedOrder : Array(members.subtracting(added).union(removed))
    }

    /// Whether the members were changed as another value's were.
    func hasSameChanges(as other: ToManyValue) -> Bool {
        guard added == other.added, removed == other.removed else { return false }
        return !isOrdered || isLoaded != other.isLoaded || order == other.order
    }

    /// A number that no other members have, nor these after a change: for whoever computes something of them.
    var stamp: Int64 {
        if knownStamp == 0 { knownStamp = Self.lastStamp.wrappingAdd(1, ordering: .relaxed).newValue }
        return knownStamp
    }

    /// Takes in what the store has; what was added and removed before stays so.
    func load(_ stored: [NSManagedObject]) {
        knownStamp = 0
        let found = Set(stored)
        if !added.isEmpty { added.subtract(found) }
        if !removed.isEmpty { removed.formIntersection(found) }
        members = added.isEmpty && removed.isEmpty ? found : found.subtracting(removed).union(added)
        if isOrdered {
            storedOrder = stored
            order = plainOrder
        }
        isLoaded = true
        if let wantedOrder { arrange(like: wantedOrder) }
        wantedOrder = nil
    }

    /// The order that follows from the store's: what was added stands at the end.
    private var plainOrder: [NSManagedObject] {
        storedOrder.filter { !removed.contains($0) } + order.filter { added.contains($0) }
    }

    /// Whether an object is a member; only what was changed is known before loading.
    func contains(_ object: NSManagedObject) -> Bool { members.contains(object) || added.contains(object) }

    /// Adds a member at the end; gives whether it was none before, as far as is known.
    @discardableResult
    func insert(_ object: NSManagedObject) -> Bool {
        if isLoaded {
            guard members.insert(object).inserted else { return false }
        } else if added.contains(object) {
            return false
        }
        knownStamp = 0
        if removed.remove(object) == nil { added.insert(object) }
        if isOrdered { order.append(object) }
        return true
    }

    /// Removes a member; gives whether it was one before, as far as is known.
    @discardableResult
    func remove(_ object: NSManagedObject) -> Bool {
        if isLoaded {
            guard members.remove(object) != nil else { return false }
        } else if removed.contains(object) {
            return false
        }
        knownStamp = 0
        if added.remove(object) == nil { removed.insert(object) }
        if isOrdered { order.removeAll { $0 === object } }
        return true
    }

    /// Learns, before loading, that objects which were added are members in the store.
    func wereMembers(_ objects: Set<NSManagedObject>) {
        guard !isLoaded, !objects.isEmpty else { return }
        added.subtract(objects)
        if isOrdered { order.removeAll { objects.contains($0) } }
    }

    /// Gives the members, which stay the same, another order.
    func arrange(_ objects: [NSManagedObject]) {
        knownStamp = 0
        order = objects
    }

    /// Brings the members near to an earlier order; members that it does not have follow it.
    func arrange(like earlier: [NSManagedObject]) {
        let known = earlier.filter { members.contains($0) }
        let found = Set(known)
        arrange(known + order.filter { !found.contains($0) })
    }

    /// The present members are the snapshot from now on.
    func commit() {
        added = []
        removed = []
        storedOrder = order
        wantedOrder = nil
    }

    /// Learns that the store has other members than was known; the present ones stay, and what differs is a change.
    func compare(with stored: [NSManagedObject]) {
        knownStamp = 0
        let found = Set(stored)
        added = members.subtracting(found)
        removed = found.subtracting(members)
        storedOrder = isOrdered ? stored : []
    }

    /// Learns what the store has decided about an object: whether it is a member is no change any more.
    func settle(_ object: NSManagedObject, isMember: Bool) {
        knownStamp = 0
        added.remove(object)
        removed.remove(object)
        guard isLoaded else { return order.removeAll { $0 === object } }
        storedOrder.removeAll { $0 === object }
        if !isMember {
            members.remove(object)
            order.removeAll { $0 === object }
        } else if members.insert(object).inserted, isOrdered {
            order.append(object)
        }
        if isMember, isOrdered { storedOrder.append(object) }
    }

    /// A value with the same changes, to be loaded from the store again.
    func rebased() -> ToManyValue {
        let copy = ToManyValue.unloaded(isOrdered: isOrdered)
        copy.added = added
        copy.removed = removed
        copy.order = isOrdered ? order.filter { added.contains($0) } : []
        copy.wantedOrder = isLoaded && order != plainOrder ? order : wantedOrder
        return copy
    }

    /// A value that later changes do not reach.
    func copy() -> ToManyValue {
        let copy = ToManyValue(isOrdered, isLoaded: isLoaded)
        copy.added = added
        copy.removed = removed
        copy.members = members
        copy.order = order
        copy.storedOrder = storedOrder
        copy.wantedOrder = wantedOrder
        return copy
    }
}
