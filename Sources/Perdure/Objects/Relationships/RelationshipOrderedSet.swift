// SPDX-License-Identifier: Apache-2.0
// The live view of an ordered relationship. NSMutableOrderedSet on Linux has its own storage, and programs can read it
// past the overridable methods. So the relationship tells the view of each change, and the view updates the storage.

import Foundation
import PerdureBase

/// The result of mutableOrderedSetValue(forKey:): reads and changes the relationship itself.
///
/// A relationship has one view at a time. After a refresh of the object, methods that enumerate (`firstObject`, a loop)
/// show the new members only after a call of another method.
final class RelationshipOrderedSet: NSMutableOrderedSet, MembersView {
    private(set) var object: NSManagedObject?
    private(set) var slot = 0
    /// The relationship's value that the storage shows, and its stamp.
    private var shown: ToManyValue?
    private var stamp: Int64 = 0
    /// Above 0 while the view changes only its storage.
    private(set) var depth = 0

    static func view(of object: NSManagedObject, _ key: String) -> NSMutableOrderedSet {
        guard let property = object.binding.property(named: key), property.relationship?.isOrdered == true
        else {
            ExceptionTrap.raise(ObjectErrors.notOrdered(key, of: object))
            return NSMutableOrderedSet()
        }
        object.willAccessValue(forKey: key)
        if !object.slots.isFault, let known = object.loadedToMany(at: property.slot).view { return known }
        let view = RelationshipOrderedSet(capacity: 0)
        view.slot = property.slot
        view.object = object
        view.catchUp()
        return view
    }

    override init(capacity numItems: Int) { super.init(capacity: 0) }
    required init?(coder aDecoder: NSCoder) { nil }
    required convenience init(arrayLiteral elements: Any...) { self.init(capacity: 0) }

    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) {
        super.init(objects: objects, count: 0)
    }

    // MARK: Following the relationship

    private func onStorage(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
    }

    /// Copies the relationship's members into the storage, if the storage differs.
    private func catchUp() {
        guard depth == 0, let object else { return }
        if object.slots.isFault { object.willAccessValue(forKey: object.binding.names[slot]) }
        guard !object.slots.isFault else { return fill([]) }
        let value = object.loadedToMany(at: slot)
        if value === shown, value.stamp == stamp { return }
        shown = value
        value.view = self
        fill(value.order)
        stamp = value.stamp
    }

    private func fill(_ members: [NSManagedObject]) {
        onStorage {
            super.removeAllObjects()
            super.addObjects(from: members)
        }
    }

    /// The relationship inserted a member at an index.
    func follow(_ value: ToManyValue, insertionOf object: NSManagedObject, at index: Int) {
        guard value === shown, depth == 0 else { return }
        onStorage { super.insert(object, at: index) }
        stamp = value.stamp
    }

    /// The relationship removed the member at an index.
    func follow(_ value: ToManyValue, removalAt index: Int) {
        guard value === shown, depth == 0 else { return }
        onStorage { super.removeObject(at: index) }
        stamp = value.stamp
    }

    /// The relationship's members changed in another way.
    func follow(_ value: ToManyValue) {
        guard value === shown, depth == 0 else { return }
        fill(value.order)
        stamp = value.stamp
    }

    // MARK: Changing it

    /// Updates the storage, changes it, and sets the result as the object's members.
    private func change(_ body: () -> Void) {
        guard depth == 0, let object else { return body() }
        catchUp()
        onStorage {
            body()
            if let members = members(array) { object.replaceMembers(at: slot, with: members) }
        }
        object.keepsView(self)
        // The storage may have what the relationship does not take: other objects, and members twice.
        shown = nil
        catchUp()
    }

    /// Sets a list as the object's members.
    private func set(_ list: [Any]) {
        guard let members = members(list) else { return }
        change { $0.replaceMembers(at: $1, with: members) }
    }

    /// Passes one change to the object; its relationship then tells the view.
    private func change(_ body: (NSManagedObject, Int) -> Void) {
        guard let object else { return }
        object.checkQueue(atSlot: slot)
        body(object, slot)
        object.keepsView(self)
        catchUp()
    }

    override func insert(_ object: Any, at idx: Int) {
        guard depth == 0 else { return super.insert(object, at: idx) }
        guard let member = member(object) else { return }
        guard has(idx, of: count + 1) else { return }
        change { $0.insertMember(member, at: idx, slot: $1) }
    }

    override func add(_ object: Any) {
        guard depth == 0 else { return super.add(object) }
        guard let member = member(object) else { return }
        change { $0.changeMembers(at: $1, add: [member], remove: []) }
    }

    override func remove(_ object: Any) {
        guard depth == 0 else { return super.remove(object) }
        guard let member = object as? NSManagedObject else { return }
        change { $0.changeMembers(at: $1, add: [], remove: [member]) }
    }

    override func removeObject(at idx: Int) {
        guard depth == 0 else { return super.removeObject(at: idx) }
        remove(object(at: idx))
    }

    override func replaceObject(at idx: Int, with obj: Any) {
        guard has(idx) else { return }
        change { super.replaceObject(at: idx, with: obj) }
    }
    override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
        change { super.add(objects, count: count) }
    }
    override func addObjects(from array: [Any]) { change { super.addObjects(from: array) } }
    override func removeObjects(in array: [Any]) { change { super.removeObjects(in: array) } }
    override func removeObjects(in range: NSRange) {
        guard has(range) else { return }
        change { super.removeObjects(in: range) }
    }
    override func removeAllObjects() { change { super.removeAllObjects() } }
    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        guard has(idx1), has(idx2) else { return }
        change { super.exchangeObject(at: idx1, withObjectAt: idx2) }
    }
    override func moveObjects(at indexes: IndexSet, to idx: Int) {
        guard has(indexes), has(idx, of: count - indexes.count + 1) else { return }
        change { super.moveObjects(at: indexes, to: idx) }
    }
    override func insert(_ objects: [Any], at indexes: IndexSet) {
        guard depth == 0 else { return super.insert(objects, at: indexes) }
        guard fits(objects, indexes), has(indexes, of: count + indexes.count) else { return }
        var list = array
        for (index, object) in zip(indexes, objects) where !contains(object) {
            // A member that stays in place leaves fewer places to the others.
            list.insert(object, at: Swift.min(index, list.count))
        }
        set(list)
    }
    override func setObject(_ obj: Any, at idx: Int) {
        guard has(idx, of: count + 1) else { return }
        change { super.setObject(obj, at: idx) }
    }
    override func removeObjects(at indexes: IndexSet) {
        guard has(indexes) else { return }
        change { super.removeObjects(at: indexes) }
    }
    override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
        guard depth == 0 else { return super.replaceObjects(at: indexes, with: objects) }
        guard fits(objects, indexes), has(indexes) else { return }
        var list = array
        for (index, object) in zip(indexes, objects) { list[index] = object }
        set(list)
    }
    override func replaceObjects(
        in range: NSRange, with objects: UnsafePointer<AnyObject>!, count: Int
    ) {
        guard depth == 0 else { return super.replaceObjects(in: range, with: objects, count: count) }
        guard has(range) else { return }
        var list = array
        let replacement: [Any] = UnsafeBufferPointer(start: objects, count: count).map { $0 }
        list.replaceSubrange(range.location..<range.location + range.length, with: replacement)
        set(list)
    }
    override func union(_ other: NSOrderedSet) { change { super.union(other) } }
    override func minus(_ other: NSOrderedSet) { change { super.minus(other) } }
    override func intersect(_ other: NSOrderedSet) {
        change { super.removeObjects(in: array.filter { !other.contains($0) }) }
    }
    override func unionSet(_ other: Set<AnyHashable>) { change { super.unionSet(other) } }
    override func minusSet(_ other: Set<AnyHashable>) { change { super.minusSet(other) } }
    override func intersectSet(_ other: Set<AnyHashable>) { change { super.intersectSet(other) } }
    override func sort(using sortDescriptors: [NSSortDescriptor]) {
        change { super.sort(using: sortDescriptors) }
    }
    override func sortRange(
        _ range: NSRange, options opts: NSSortOptions,
        usingComparator cmptr: (Any, Any) -> ComparisonResult
    ) {
        guard has(range) else { return }
        change { super.sortRange(range, options: opts, usingComparator: cmptr) }
    }

    // MARK: Reading it

    override var count: Int {
        catchUp()
        return super.count
    }
    override func object(at idx: Int) -> Any {
        catchUp()
        guard has(idx) else { return NSNull() }
        return super.object(at: idx)
    }
    override func index(of object: Any) -> Int {
        catchUp()
        return super.index(of: object)
    }
    override func contains(_ object: Any) -> Bool {
        catchUp()
        return super.contains(object)
    }
    override func enumerateObjects(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        catchUp()
        super.enumerateObjects(block)
    }
    override var description: String {
        catchUp()
        return super.description
    }
}
