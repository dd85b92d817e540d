// SPDX-License-Identifier: Apache-2.0
// The live view of an array by its key. NSMutableArray builds its other methods on the ones below. Views of relationships
// are in RelationshipSet.swift and RelationshipOrderedSet.swift.

import Foundation
import PerdureBase

/// The result of mutableArrayValue(forKey:): reads and changes the property itself.
final class KeyedArray: NSMutableArray {
    private var object: NSManagedObject?
    private var key = ""

    init(_ object: NSManagedObject, _ key: String) {
        super.init(capacity: 0)
        self.object = object
        self.key = key
    }

    override init(capacity numItems: Int) { super.init(capacity: 0) }
    required init?(coder aDecoder: NSCoder) { nil }
    required convenience init(arrayLiteral elements: Any...) { self.init(capacity: 0) }

    required init(objects: UnsafePointer<AnyObject>!, count cnt: Int) {
        super.init(objects: objects, count: 0)
    }

    /// The present elements; empty for a property that is nil.
    private var elements: [Any] {
        switch object?.value(forKey: key) {
        case nil: return []
        case let members as NSOrderedSet: return members.array
        case let array as NSArray: return Array(array)
        case let array as [Any]: return array
        case .some:
            if let object { ExceptionTrap.raise(ObjectErrors.noArray(key, of: object)) }
            return []
        }
    }

    /// Puts the changed elements into the property.
    private func change(_ body: (inout [Any]) -> Void) {
        guard let object else { return }
        var changed = elements
        body(&changed)
        let isRelationship = object.binding.property(named: key)?.relationship != nil
        object.setValue(isRelationship ? NSOrderedSet(array: changed) : changed, forKey: key)
    }

    override var count: Int { elements.count }
    override func object(at index: Int) -> Any { elements[index] }
    override func insert(_ anObject: Any, at index: Int) { change { $0.insert(anObject, at: index) } }
    override func add(_ anObject: Any) { change { $0.append(anObject) } }
    override func removeObject(at index: Int) { change { $0.remove(at: index) } }
    override func removeLastObject() { change { if !$0.isEmpty { $0.removeLast() } } }
    override func replaceObject(at index: Int, with anObject: Any) { change { $0[index] = anObject } }
    override func removeAllObjects() { change { $0.removeAll() } }
    override func copy(with zone: NSZone? = nil) -> Any { NSArray(array: elements) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableArray(array: elements) }
}
