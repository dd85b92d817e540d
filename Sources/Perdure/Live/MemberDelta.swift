// SPDX-License-Identifier: Apache-2.0
// What was done to the members of a to-many relationship since its snapshot. A relationship that nobody has read is a
// snapshot not yet known and this: it is put on the snapshot when that is read. Part of ToManyValue.swift.

/// Members that were added and removed.
///
/// While the snapshot is unknown the last word about an object counts, whatever the snapshot may say of it: to be a
/// member, or to be none. Once it is known these are the differences from it.
struct MemberDelta {
    /// Members; once the snapshot is known, those that it has not.
    private(set) var added: Set<NSManagedObject> = []
    /// No members; once the snapshot is known, those that it has.
    private(set) var removed: Set<NSManagedObject> = []
    /// While the snapshot is unknown: what was added, as it came.
    private(set) var tail: [NSManagedObject] = []
    /// While the snapshot is unknown: what was removed before it was added, and so has lost the snapshot's place.
    private var moved: Set<NSManagedObject> = []
    /// The order that the members take when the snapshot is read; nil for that of the snapshot.
    private var wantedOrder: [NSManagedObject]?
    /// Whether something was added and removed, or removed and added: only the snapshot tells if that is a change.
    private(set) var isInDoubt = false

    /// No changes.
    init() {}

    /// The changes of members whose snapshot is known, for another snapshot that is not.
    ///
    /// - Parameters:
    ///   - known: the differences from the former snapshot.
    ///   - tail: what was added, in its order; empty for members without one.
    ///   - order: the order that the members shall take; nil for that of the snapshot.
    init(rebasing known: MemberDelta, tail: [NSManagedObject], order: [NSManagedObject]?) {
        added = known.added
        removed = known.removed
        self.tail = tail
        wantedOrder = order
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty && wantedOrder == nil }

    // MARK: While the snapshot is unknown

    /// An object shall be a member, at the end if it is none; gives whether that was not known.
    mutating func insert(_ object: NSManagedObject, isOrdered: Bool) -> Bool {
        guard added.insert(object).inserted else { return false }
        if removed.remove(object) != nil {
            isInDoubt = true
            if isOrdered { moved.insert(object) }
        }
        if isOrdered { tail.append(object) }
        return true
    }

    /// An object shall be no member; gives whether that was not known.
    mutating func remove(_ object: NSManagedObject) -> Bool {
        guard removed.insert(object).inserted else { return false }
        if added.remove(object) != nil {
            isInDoubt = true
            if let place = tail.lastIndex(where: { $0 === object }) { tail.remove(at: place) }
        }
        wantedOrder?.removeAll { $0 === object }
        return true
    }

    /// The snapshot is known to have some objects and not to have others: what was said of them is no change then.
    mutating func learn(has members: Set<NSManagedObject>, hasNot others: Set<NSManagedObject>) {
        added.subtract(members)
        removed.subtract(others)
        tail.removeAll { members.contains($0) && !moved.contains($0) }
    }

    /// The snapshot as an ordered relationship's members follow from it.
    func order(on stored: [NSManagedObject]) -> [NSManagedObject] {
        let found = Set(stored)
        let plain =
            stored.filter { !removed.contains($0) && !moved.contains($0) }
            + tail.filter { !found.contains($0) || moved.contains($0) }
        guard let wantedOrder else { return plain }
        let members = Set(plain)
        let known = wantedOrder.filter(members.contains)
        return known + plain.filter(members.subtracting(known).contains)
    }

    /// The snapshot has become known: what it says already is no change.
    mutating func resolve(with found: Set<NSManagedObject>) {
        if !added.isEmpty { added.subtract(found) }
        if !removed.isEmpty { removed.formIntersection(found) }
        tail = []
        moved = []
        wantedOrder = nil
        isInDoubt = false
    }

    // MARK: Once it is known

    /// An object that was none has become a member.
    mutating func gain(_ object: NSManagedObject) {
        if removed.remove(object) == nil { added.insert(object) }
    }

    /// A member is none any more.
    mutating func lose(_ object: NSManagedObject) {
        if added.remove(object) == nil { removed.insert(object) }
    }

    /// Whether some objects are members is no change any more.
    mutating func settle(_ objects: Set<NSManagedObject>) {
        added.subtract(objects)
        removed.subtract(objects)
        moved.subtract(objects)
        tail.removeAll(where: objects.contains)
    }

    /// Two sets of members differ by this.
    init(from stored: Set<NSManagedObject>, to members: Set<NSManagedObject>) {
        added = members.subtracting(stored)
        removed = stored.subtracting(members)
    }
}
