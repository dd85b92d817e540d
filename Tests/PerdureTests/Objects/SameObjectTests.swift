// SPDX-License-Identifier: Apache-2.0
// Objects are equal to themselves only, whatever holds the other one.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Equality of objects")
struct SameObjectTests {
    private final class Special: NSManagedObject {}

    private let entity = ModelSamples.entity("Thing", [ModelSamples.attribute("name")])
    private let model: NSManagedObjectModel

    init() { model = ModelSamples.model(entity) }

    @Test("an object is itself, also inside of optionals and as an element that hashes")
    func itself() {
        let object = NSManagedObject(entity: entity, insertInto: nil)
        let twice: NSManagedObject?? = object
        let hashed = AnyHashable(object)
        #expect(object.isEqual(object) && object.isEqual(twice as Any) && object.isEqual(hashed))
        #expect(object == object && Set([object, object]).count == 1)
    }

    @Test("an object is itself as a value of a protocol's type too, boxed or not")
    func boxed() {
        func isSame<Value>(_ values: [Value], _ object: NSManagedObject) -> Bool { object.isEqual(values[0]) }
        let object = NSManagedObject(entity: entity, insertInto: nil)
        let other = NSManagedObject(entity: entity, insertInto: nil)
        let described: [any CustomStringConvertible] = [object]
        #expect(isSame(described, object) && !isSame(described, other))
        #expect(isSame([object as Any], object) && !isSame([object as Any], other))
        #expect(isSame([object as AnyObject], object) && !isSame([[object]], object))
    }

    @Test("another object is another one, also of another class; so is anything else, and nothing")
    func others() {
        let object = NSManagedObject(entity: entity, insertInto: nil)
        let special = Special(entity: entity, insertInto: nil)
        for other in [NSManagedObject(entity: entity, insertInto: nil), special, NSObject(), "Thing", 1]
            as [Any]
        {
            #expect(!object.isEqual(other))
        }
        #expect(!object.isEqual(nil) && special.isEqual(special) && !special.isEqual(object))
        #expect(NSSet(array: [object, special]).contains(special))
    }
}
