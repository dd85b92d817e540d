// SPDX-License-Identifier: Apache-2.0
// A cached property of a macro class: nothing has to be said about it twice.

import PerdureMacros
import PerdureTestSupport
import Testing

/// A place with a value made of two others.
@ManagedObject
final class Spot: NSManagedObject {
    var latitude: Double = 0
    var longitude: Double = 0
    @Cached("latitude", "longitude", by: { (spot: Spot) in "\(spot.latitude), \(spot.longitude)" })
    var text: String
}

@Suite("Cached properties of macro classes") struct CachedPropertyTests {
    @Test(
        "TRN-187 TRN-174 it is outside the model, follows its sources, and observers are told",
        arguments: Stack.Kind.allCases)
    func followed(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, NSManagedObjectModel(for: Spot.self))
        let context = stack.context()
        let spot = Spot(context: context)
        try context.save()
        #expect(spot.entity.propertiesByName.keys.sorted() == ["latitude", "longitude"])
        #expect(spot.text == "0.0, 0.0" && spot.value(forKey: "text") as? String == "0.0, 0.0")
        var told: [String] = []
        let observation = spot.observe(\.text, options: [.new]) { _, change in
            told.append(change.newValue ?? "nothing")
        }
        spot.latitude = 1.5
        spot.longitude = 2
        #expect(told == ["1.5, 0.0", "1.5, 2.0"])
        context.rollback()
        #expect(spot.text == "0.0, 0.0" && !spot.hasChanges)
        withExtendedLifetime(observation) {}
    }
}
