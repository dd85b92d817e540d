// SPDX-License-Identifier: Apache-2.0
// The five patterns in their short forms. Patterns+ByHand.swift has what each of them spares.

import PerdureMacros

// Computed: nothing is kept.
@ManagedObject final class Person: NSManagedObject, Named {
    var given: String = ""
    var family: String = ""

    @DependsOn("given", "family") var fullName: String { "\(given) \(family)" }
}

// Cached: computed again when a source has another value, by whichever way it got it.
@ManagedObject final class Room: NSManagedObject, Measured {
    var side: Double = 0
    @Ignored private(set) var computations = 0

    @Cached(
        "side",
        by: { (room: Room) in
            room.computations += 1
            return room.side * room.side
        })
    var area: Double
}

// Composite: one attribute, a column for each member.
struct Spot: CompositeValue, Equatable {
    var latitude = 0.0
    var longitude = 0.0
}

@ManagedObject final class Pin: NSManagedObject, Located {
    @Attribute(default: Spot()) var spot: Spot
}

extension Pin { static let latitudeKey = "spot.latitude" }

// Fetch-backed: a question, answered again after an event in which an answer may have changed.
@ManagedObject final class Client: NSManagedObject, Billed {
    var limit: Int = 0

    private static let large = FetchedMembers<Client, Bill> { client in
        let request = NSFetchRequest<Bill>(entityName: "Bill")
        request.predicate = NSPredicate(format: "amount > %d", client.limit)
        return request
    }
    var largeBills: [Bill] { Self.large.members(of: self) }
}

@ManagedObject final class Bill: NSManagedObject {
    var amount: Int = 0
}

// Snapshot and delta: the save adds to what is stored by then, and never conflicts.
@ManagedObject final class Poll: NSManagedObject, Voted {
    @Mergeable(.counter) var votes: Int = 0

    func vote(_ count: Int) { $votes.increment(by: count) }

    static func save(_ context: NSManagedObjectContext) throws { try context.save() }
}
