// SPDX-License-Identifier: Apache-2.0
// The live view of an ordered relationship. NSMutableOrderedSet on Linux works on its own storage, so the
// view keeps that equal to the relationship: it is brought up to date before each change and given back after.

import Foundation

/// What mutableOrderedSetValue(forKey:) gives.
///
/// Reads show the relationship as it was when the view was made or last changed through the view.
final class RelationshipOrderedSet: NSMutableOrderedSet {
    private var object: NSManagedObject?
    private var slot = 0
    private var depth = 0

    static func view(of object: NSManagedObject, _ key: String) -> NSMutableOrderedSet {
        guard let property = object.binding.property(named: key), property.relationship?.isOrdered == true
        else {
            ExceptionTrap.raise(ObjectErrors.notOrdered(key, of: object))
            return NSMutableOrderedSet()
        }
        let view = RelationshipOrderedSet(capacity: 0)
        object.willAccessValue(forKey: key)
        view.slot = property.slot
        view.object = object
        view.fill()
        return view
    }

    override init(capacity numItems: Int) { super.init(capacity: 0) }
    required init?(coder aDecoder: NSCoder) { nil }
    required convenience init(arrayLiteral elements: Any...) { self.init(capacity: 0) }

    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) {
        super.init(objects: objects, count: 0)
    }

    private func fill() {
        guard let object else { return }
        depth += 1
        super.removeAllObjects()
        super.addObjects(from: object.loadedToMany(at: slot).list)
        depth -= 1
    }

    /// Runs a change of the storage between bringing it up to date and handing it to the object.
    private func change(_ body: () -> Void) {
        guard depth == 0, let object else { return body() }
        fill()
        depth += 1
        body()
        depth -= 1
        object.replaceMembers(at: slot, with: array.compactMap { $0 as? NSManagedObject })
    }

    override func insert(_ object: Any, at idx: Int) { change { super.insert(object, at: idx) } }
    override func removeObject(at idx: Int) { change { super.removeObject(at: idx) } }
    override func replaceObject(at idx: Int, with obj: Any) {
        change { super.replaceObject(at: idx, with: obj) }
    }
    override func add(_ object: Any) { change { super.add(object) } }
    override func addObjects(from array: [Any]) { change { super.addObjects(from: array) } }
    override func remove(_ object: Any) { change { super.remove(object) } }
    override func removeObjects(in array: [Any]) { change { super.removeObjects(in: array) } }
    override func removeAllObjects() { change { super.removeAllObjects() } }
    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        change { super.exchangeObject(at: idx1, withObjectAt: idx2) }
    }
    override func moveObjects(at indexes: IndexSet, to idx: Int) {
        change { super.moveObjects(at: indexes, to: idx) }
    }
    override func insert(_ objects: [Any], at indexes: IndexSet) {
        change { super.insert(objects, at: indexes) }
    }
    override func setObject(_ obj: Any, at idx: Int) { change { super.setObject(obj, at: idx) } }
    override func removeObjects(at indexes: IndexSet) { change { super.removeObjects(at: indexes) } }
    override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
        change { super.replaceObjects(at: indexes, with: objects) }
    }
    override func union(_ other: NSOrderedSet) { change { super.union(other) } }
    override func minus(_ other: NSOrderedSet) { change { super.minus(other) } }
    override func intersect(_ other: NSOrderedSet) { change { super.intersect(other) } }
    override func unionSet(_ other: Set<AnyHashable>) { change { super.unionSet(other) } }
    override func minusSet(_ other: Set<AnyHashable>) { change { super.minusSet(other) } }
    override func intersectSet(_ other: Set<AnyHashable>) { change { super.intersectSet(other) } }
    override func sort(comparator: (Any, Any) -> ComparisonResult) {
        change { super.sort(comparator: comparator) }
    }
}
