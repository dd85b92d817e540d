// SPDX-License-Identifier: Apache-2.0
// The changes of a to-many relationship's members since its snapshot. An unread relationship has changes and no snapshot;
// the changes are applied when the snapshot is read. Part of ToManyValue.swift.

/// Members that were added and removed.
///
/// While the snapshot is unknown, the last change of an object counts: it is added or removed, whatever the snapshot may
/// contain. Once the snapshot is known, the changes are the differences from it.
struct MemberDelta<Member: AnyObject & Hashable> {
    /// Added objects; once the snapshot is known, only objects that it lacks.
    private(set) var added: Set<Member> = []
    /// Removed objects; once the snapshot is known, only objects that it contains.
    private(set) var removed: Set<Member> = []
    /// While the snapshot is unknown: the added objects, in the order of their additions.
    private(set) var tail: [Member] = []
    /// While the snapshot is unknown: objects that were removed and added again, and so lost their place in the snapshot.
    private var moved: Set<Member> = []
    /// The order that the members take when the snapshot is read; nil for the snapshot's order.
    private var wantedOrder: [Member]?
    /// Whether an object was added and removed, or removed and added: only the snapshot tells if that is a change.
    private(set) var isInDoubt = false

    /// No changes.
    init() {}

    /// The changes relative to a known snapshot, for another snapshot that is unknown.
    ///
    /// - Parameters:
    ///   - known: the differences from the former snapshot.
    ///   - tail: the added objects in their order; empty for an unordered relationship.
    ///   - order: the order that the members must take; nil for the snapshot's order.
    init(rebasing known: MemberDelta<Member>, tail: [Member], order: [Member]?) {
        added = known.added
        removed = known.removed
        self.tail = tail
        wantedOrder = order
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty && wantedOrder == nil }

    // MARK: While the snapshot is unknown

    /// Adds an object, at the end if it is no member; tells whether that is news.
    mutating func insert(_ object: Member, isOrdered: Bool) -> Bool {
        guard added.insert(object).inserted else { return false }
        if removed.remove(object) != nil {
            isInDoubt = true
            if isOrdered { moved.insert(object) }
        }
        if isOrdered { tail.append(object) }
        return true
    }

    /// Removes an object; tells whether that is news.
    mutating func remove(_ object: Member) -> Bool {
        guard removed.insert(object).inserted else { return false }
        if added.remove(object) != nil {
            isInDoubt = true
            if let place = tail.lastIndex(where: { $0 === object }) { tail.remove(at: place) }
        }
        wantedOrder?.removeAll { $0 === object }
        return true
    }

    /// Learns that the snapshot contains some objects and lacks others: adding the former or removing the latter is no
    /// change.
    mutating func learn(has members: Set<Member>, hasNot others: Set<Member>) {
        added.subtract(members)
        removed.subtract(others)
        tail.removeAll { members.contains($0) && !moved.contains($0) }
    }

    /// The members of an ordered relationship, in order, from its snapshot.
    func order(on stored: [Member]) -> [Member] {
        let found = Set(stored)
        let plain =
            stored.filter { !removed.contains($0) && !moved.contains($0) }
            + tail.filter { !found.contains($0) || moved.contains($0) }
        guard let wantedOrder else { return plain }
        let members = Set(plain)
        let known = wantedOrder.filter(members.contains)
        return known + plain.filter(members.subtracting(known).contains)
    }

    /// Compares the changes with the snapshot, which is known now, and keeps the real ones.
    mutating func resolve(with found: Set<Member>) {
        if !added.isEmpty { added.subtract(found) }
        if !removed.isEmpty { removed.formIntersection(found) }
        tail = []
        moved = []
        wantedOrder = nil
        isInDoubt = false
    }

    // MARK: Once it is known

    /// Notes that an object has become a member.
    mutating func gain(_ object: Member) {
        if removed.remove(object) == nil { added.insert(object) }
    }

    /// Notes that an object is no member any more.
    mutating func lose(_ object: Member) {
        if added.remove(object) == nil { removed.insert(object) }
    }

    /// Forgets the changes of some objects: the store has decided about them.
    mutating func adoptDecisions(_ objects: Set<Member>) {
        added.subtract(objects)
        removed.subtract(objects)
        moved.subtract(objects)
        tail.removeAll(where: objects.contains)
    }

    /// The differences between two sets of members.
    init(from stored: Set<Member>, to members: Set<Member>) {
        added = members.subtracting(stored)
        removed = stored.subtracting(members)
    }
}
