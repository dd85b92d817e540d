// SPDX-License-Identifier: Apache-2.0
// The members of a to-many relationship in a slot: a snapshot, which may not be loaded yet, and the change since then
// (MemberDelta.swift). RelationshipMaintenance.swift changes the members.

import Foundation
import Synchronization

/// The value of a to-many relationship.
final class ToManyValue {
    let isOrdered: Bool
    /// Whether the snapshot is known; before that, only the change is.
    private(set) var isLoaded: Bool
    /// The collections that programs were given, until the members change (PRG-43); here, because readers need no other field.
    private var shared = SharedMembers()
    /// The change since the snapshot.
    private var delta = MemberDelta<NSManagedObject>()
    /// All members; without meaning until loaded.
    private(set) var members: Set<NSManagedObject> = []
    /// All members in order, of an ordered relationship; without meaning until loaded.
    private(set) var order: [NSManagedObject] = []
    /// The order in the store.
    private var storedOrder: [NSManagedObject] = []
    /// The number behind `stamp`; 0 before it is first asked for, and after each change.
    private var knownStamp: Int64 = 0
    private static let lastStamp = Atomic<Int64>(0)
    /// The live view of an ordered relationship; told of each change.
    weak var view: (any MembersView)?

    /// Members that are not loaded yet.
    static func unloaded(isOrdered: Bool) -> ToManyValue { ToManyValue(isOrdered, isLoaded: false) }
    /// No members: the value of a new object.
    static func empty(isOrdered: Bool) -> ToManyValue { ToManyValue(isOrdered, isLoaded: true) }

    private init(_ isOrdered: Bool, isLoaded: Bool) {
        self.isOrdered = isOrdered
        self.isLoaded = isLoaded
    }

    /// Objects added since the snapshot; before loading, some may be in the snapshot already.
    var added: Set<NSManagedObject> { delta.added }
    /// Objects removed since the snapshot; before loading, some may be absent from the snapshot.
    var removed: Set<NSManagedObject> { delta.removed }

    /// The members, in order if the relationship is ordered; before loading, only the added ones.
    var list: [NSManagedObject] {
        if isLoaded { return isOrdered ? order : Array(members) }
        return isOrdered ? delta.tail : Array(delta.added)
    }
    var count: Int { members.count }

    /// Whether the members differ from the snapshot's; before loading, whether they may differ.
    var hasChanges: Bool { !delta.isEmpty || (isLoaded && order != storedOrder) }

    /// Whether only the snapshot tells if the members have changed.
    var isInDoubt: Bool { !isLoaded && delta.isInDoubt }

    /// The members that the snapshot has; complete only when loaded.
    var committed: [NSManagedObject] {
        isOrdered ? storedOrder : Array(members.subtracting(added).union(removed))
    }

    /// Whether both values have the same changes.
    func hasSameChanges(as other: ToManyValue) -> Bool {
        guard added == other.added, removed == other.removed else { return false }
        return !isOrdered || isLoaded != other.isLoaded || list == other.list
    }

    /// A number that changes with the members and that no other value has, for code that caches a result.
    var stamp: Int64 {
        if knownStamp == 0 { knownStamp = Self.lastStamp.wrappingAdd(1, ordering: .relaxed).newValue }
        return knownStamp
    }

    /// The members as a Foundation collection; the same object until they change.
    var collection: NSObject {
        shared.collection { isOrdered ? NSOrderedSet(array: order) : NSSet(array: list) }
    }

    /// The members of a class as a set; the same storage until they change.
    func set<T: NSManagedObject>(of type: T.Type) -> Set<T> {
        shared.set(of: type) { members.cast(to: type) }
    }

    /// The members of a class in their order; the same storage until they change.
    func list<T: NSManagedObject>(of type: T.Type) -> [T] { shared.list(of: type) { list.cast(to: type) } }

    /// Call it before the members change, so that only programs share their storage.
    private func beginChange() {
        knownStamp = 0
        shared = SharedMembers()
    }

    /// Takes the snapshot and applies the change to it.
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

    /// Whether an object is a member; before loading, only added objects count.
    func contains(_ object: NSManagedObject) -> Bool {
        isLoaded ? members.contains(object) : delta.added.contains(object)
    }

    /// Adds a member at the end; tells whether it is new, as far as is known.
    @discardableResult
    func insert(_ object: NSManagedObject) -> Bool {
        guard isLoaded else { return delta.insert(object, isOrdered: isOrdered) }
        return insert(object, at: order.count)
    }

    /// Adds a member at an index of loaded members; tells whether it is new.
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

    /// Removes a member; tells whether it was a member, as far as is known.
    @discardableResult
    func remove(_ object: NSManagedObject) -> Bool {
        guard isLoaded else { return delta.remove(object) }
        guard members.contains(object) else { return false }
        beginChange()
        members.remove(object)
        delta.lose(object)
        // Programs mostly remove members that came last, so the search starts at the end.
        if isOrdered, let index = order.lastIndex(where: { $0 === object }) {
            order.remove(at: index)
            view?.follow(self, removalAt: index)
        }
        return true
    }

    /// Learns, before loading, which objects the snapshot contains and which it lacks.
    func learn(has stored: Set<NSManagedObject>, hasNot others: Set<NSManagedObject> = []) {
        if !isLoaded { delta.learn(has: stored, hasNot: others) }
    }

    /// Reorders the members.
    func arrange(_ objects: [NSManagedObject]) {
        beginChange()
        order = objects
        view?.follow(self)
    }

    /// Restores an earlier order as far as possible; members that it lacks come behind.
    func arrange(like earlier: [NSManagedObject]) {
        let known = earlier.filter { members.contains($0) }
        let found = Set(known)
        arrange(known + order.filter { !found.contains($0) })
    }

    /// Makes the present members the snapshot.
    func commit() {
        delta = MemberDelta()
        storedOrder = order
    }

    /// Takes other members as the snapshot; the present members stay, and the differences become the change.
    func compare(with stored: [NSManagedObject]) {
        if !isLoaded { load(stored) }
        beginChange()
        delta = MemberDelta(from: Set(stored), to: members)
        storedOrder = isOrdered ? stored : []
    }

    /// Takes over the store's decision about some objects: their membership is no change any more.
    func adoptDecisions(_ decided: [SettledMember]) {
        beginChange()
        let objects = Set(decided.map(\.object))
        delta.adoptDecisions(objects)
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

    /// An unloaded value with the same changes.
    func rebased() -> ToManyValue {
        let copy = ToManyValue.unloaded(isOrdered: isOrdered)
        copy.delta = isLoaded ? rebasedDelta : delta
        return copy
    }

    private var rebasedDelta: MemberDelta<NSManagedObject> {
        let tail = isOrdered ? order.filter(added.contains) : []
        let plain = storedOrder.filter { !removed.contains($0) } + tail
        return MemberDelta(rebasing: delta, tail: tail, order: order == plain ? nil : order)
    }

    /// A copy that later changes do not reach.
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
    /// The broken rules of snapshot and change; empty when the value is sound.
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

/// A store's decision whether an object is a member of a relationship.
struct SettledMember {
    let object: NSManagedObject
    let isMember: Bool
}
