// SPDX-License-Identifier: Apache-2.0
// What Core Data's notifications ask for: sets of objects and of their IDs, made once for each save.

import Foundation

/// An identity, by which it is equal and hashed.
private final class BareID: NSObject {
    let number: Int64

    init(_ number: Int64) { self.number = number }

    override var hash: Int { Int(truncatingIfNeeded: number) }
    override func isEqual(_ object: Any?) -> Bool { (object as? BareID)?.number == number }
}

extension Costs {
    var reportCosts: [(name: String, nanoseconds: Double)] {
        [
            cost("an object enters a set", { BareObject.objects(count) }) { objects in
                var set = Set<BareObject>(minimumCapacity: count)
                for object in objects { set.insert(object) }
                return set
            },
            cost("an ID is made and enters a set", {}) {
                var set = Set<BareID>(minimumCapacity: count)
                for number in 0..<Int64(count) { set.insert(BareID(number)) }
                return set
            },
            cost("an array of objects is gone through", { BareObject.objects(count) }) { objects in
                objects.reduce(Int64(0)) { $0 &+ $1.number }
            },
        ]
    }
}
