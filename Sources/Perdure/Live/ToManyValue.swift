// SPDX-License-Identifier: Apache-2.0
// The members of a to-many relationship in a slot: a snapshot, which may not be read yet, and the change since then
// (MemberDelta.swift). RelationshipMaintenance.swift makes the changes.

import Foundation
import PerdureStore
import Synchronization

/// The value of a to-many relationship.
final class ToManyValue {
    let isOrdered: Bool
    /// Whether the snapshot is known; before that, members are what the change says of them.
    private(set) var isLoaded: Bool
    /// The change since the snapshot.
    private var delta = MemberDelta()
    /// All members; without meaning until loaded.
    private(set) var members: Set<NSManagedObject> = []
    /// All members in order, of an ordered relationship; without meaning until loaded.
    private(set) var order: [NSManagedObject] = []
    /// The order in the store.
    private var storedOrder: [NSManagedObject] = []
    /// Tells these members from all others, once somebody has asked; 0 before, and after each change.
    private var knownStamp: Int64 = 0
    private static let lastStamp = Atomic<Int64>(0)
    /// The members in the forms that programs were given, until they change (PRG-43).
    private var shared = SharedMembers()
    /// The live view of an ordered relationship; told of each change.
    weak var view: RelationshipOrderedSet?

    /// Members that are not loaded yet.
    static func unloaded(isOrdered: Bool) -> ToManyValue { ToManyValue(isOrdered, isLoaded: false) }
    /// No members: the value of a new object.
    static func empty(isOrdered: Bool) -> ToManyValue { ToManyValue(isOrdered, isLoaded: true) }

    private init(_ isOrdered: Bool, isLoaded: Bool) {
        self.isOrdered = isOrdered
        self.isLoaded = isLoaded
    }

    /// Added since the snapshot; of members that are not loaded, what shall be there, be it in the store or not.
    var added: Set<NSManagedObject> { delta.added }
    /// Removed since the snapshot; of members that are not loaded, what shall not be there.
    var removed: Set<NSManagedObject> { delta.removed }

    /// The members, in their order or in none; those that are known of, where they are not loaded.
    var list: [NSManagedObject] {
        if isLoaded { return isOrdered ? order : Array(members) }
        return isOrdered ? delta.tail : Array(delta.added)
    }
    var count: Int { members.count }

    /// Whether the members differ from the snapshot's; of members that are not loaded, whether they may.
    var hasChanges: Bool { !delta.isEmpty || (isLoaded && order != storedOrder) }

    /// Whether only the snapshot tells if the members have changed.
    var isInDoubt: Bool { !isLoaded && delta.isInDoubt }

    /// The members that the snapshot has; complete only when loaded.
    var committed: [NSManagedObject] {
        isOrdered ? storedOrder : Array(members.subtracting(added).union(removed))
    }

    /// Whether the members were changed as another value's were.
    func hasSameChanges(as other: ToManyValue) -> Bool {
        guard added == other.added, removed == other.removed else { return false }
        return !isOrdered || isLoaded != other.isLoaded || list == other.list
    }

    /// A number that no other members have, nor these after a change: for whoever computes something of them.
    var stamp: Int64 {
        if knownStamp == 0 { knownStamp = Self.lastStamp.wrappingAdd(1, ordering: .relaxed).newValue }
        return knownStamp
    }

    /// The members as a collection of Foundation's: the same one until they change.
    var collection: NSObject {
        shared.collection { isOrdered ? NSOrderedSet(array: order) : NSSet(array: list) }
    }

    /// The members of a class as a set of it; the same storage until they change.
    func set<T: NSManagedObject>(of type: T.Type) -> Set<T> { shared.value { members.cast(to: type) } }

    /// The members of a class in their order; the same storage until they change.
    func list<T: NSManagedObject>(of type: T.Type) -> [T] { shared.value { list.cast(to: type) } }

    /// To be called before the members change, so that nobody but programs shares their storage.
    private func beginChange() {
        knownStamp = 0
        shared = SharedMembers()
    }

    /// Takes in the snapshot and puts the change on it.
    func load(_ stored: [NSManagedObject]) {
        beginChange()
        let found = Set(stored)
        if isOrdered {
            storedOrder = stored
            order = delta.order(on: stored)
        }
        delta.resolve(with: found)
        members = delta.isEmpty ? found : found.subtracting(delta.removed).union(delta.added)
        isLoaded = true
    }

    /// Whether an object is a member; only what was changed is known before loading.
    func contains(_ object: NSManagedObject) -> Bool {
        isLoaded ? members.contains(object) : delta.added.contains(object)
    }

    /// Adds a member at the end; gives whether it was none before, as far as is known.
    @discardableResult
    func insert(_ object: NSManagedObject) -> Bool {
        guard isLoaded else { return delta.insert(object, isOrdered: isOrdered) }
        return insert(object, at: order.count)
    }

    /// Adds a member at a place of members that are loaded; gives whether it was none before.
    @discardableResult
    func insert(_ object: NSManagedObject, at index: Int) -> Bool {
        guard !members.contains(object) else { return false }
        beginChange()
        members.insert(object)
        delta.gain(object)
        guard isOrdered else { return true }
        order.insert(object, at: min(index, order.count))
        view?.follow(self, insertionOf: object, at: min(index, order.count - 1))
        return true
    }

    /// Removes a member; gives whether it was one before, as far as is known.
    @discardableResult
    func remove(_ object: NSManagedObject) -> Bool {
        guard isLoaded else { return delta.remove(object) }
        guard members.contains(object) else { return false }
        beginChange()
        members.remove(object)
        delta.lose(object)
        // Members that came last go first, as a rule.
        if isOrdered, let index = order.lastIndex(where: { $0 === object }) {
            order.remove(at: index)
            view?.follow(self, removalAt: index)
        }
        return true
    }

    /// Learns, before loading, which objects the snapshot has and which it has not.
    func learn(has stored: Set<NSManagedObject>, hasNot others: Set<NSManagedObject> = []) {
        if !isLoaded { delta.learn(has: stored, hasNot: others) }
    }

    /// Gives the members, which stay the same, another order.
    func arrange(_ objects: [NSManagedObject]) {
        beginChange()
        order = objects
        view?.follow(self)
    }

    /// Brings the members near to an earlier order; members that it does not have follow it.
    func arrange(like earlier: [NSManagedObject]) {
        let known = earlier.filter { members.contains($0) }
        let found = Set(known)
        arrange(known + order.filter { !found.contains($0) })
    }

    /// The present members are the snapshot from now on.
    func commit() {
        delta = MemberDelta()
        storedOrder = order
    }

    /// Learns that the store has other members than was known; the present ones stay, and what differs is a change.
    func compare(with stored: [NSManagedObject]) {
        if !isLoaded { load(stored) }
        beginChange()
        delta = MemberDelta(from: Set(stored), to: members)
        storedOrder = isOrdered ? stored : []
    }

    /// Learns what the store has decided about some objects: whether they are members is no change any more.
    func settle(_ decided: [SettledMember]) {
        beginChange()
        let objects = Set(decided.map(\.object))
        delta.settle(objects)
        guard isLoaded else { return }
        var seen: Set<NSManagedObject> = []
        let stay = decided.filter { $0.isMember && seen.insert($0.object).inserted }.map(\.object)
        members.subtract(objects.subtracting(stay))
        if isOrdered {
            let new = stay.filter { !members.contains($0) }
            order = order.filter { !objects.contains($0) || members.contains($0) } + new
            storedOrder = storedOrder.filter { !objects.contains($0) } + stay
            view?.follow(self)
        }
        members.formUnion(stay)
    }

    /// A value with the same changes, to be loaded from the store again.
    func rebased() -> ToManyValue {
        let copy = ToManyValue.unloaded(isOrdered: isOrdered)
        copy.delta = isLoaded ? rebasedDelta : delta
        return copy
    }

    private var rebasedDelta: MemberDelta {
        let tail = isOrdered ? order.filter(added.contains) : []
        let plain = storedOrder.filter { !removed.contains($0) } + tail
        return MemberDelta(rebasing: delta, tail: tail, order: order == plain ? nil : order)
    }

    /// A value that later changes do not reach.
    func copy() -> ToManyValue {
        let copy = ToManyValue(isOrdered, isLoaded: isLoaded)
        copy.delta = delta
        copy.members = members
        copy.order = order
        copy.storedOrder = storedOrder
        return copy
    }
}

extension ToManyValue {
    /// What contradicts the rules of snapshot and change: nothing when the value is sound.
    func checkInvariants() -> [String] {
        var problems: [String] = []
        if !added.isDisjoint(with: removed) { problems.append("an object is added and removed") }
        guard isLoaded else { return problems }
        if !added.isSubset(of: members) { problems.append("an added object is no member") }
        if !removed.isDisjoint(with: members) { problems.append("a removed object is a member") }
        guard isOrdered else { return problems }
        if order.count != members.count || Set(order) != members {
            problems.append("order and members differ")
        }
        if Set(storedOrder) != members.subtracting(added).union(removed) {
            problems.append("the stored order has other members than the snapshot")
        }
        return problems
    }
}

/// What a store has decided about an object and a relationship.
struct SettledMember {
    let object: NSManagedObject
    let isMember: Bool
}
