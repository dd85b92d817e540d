// SPDX-License-Identifier: Apache-2.0
// Fetching by transient properties is refused by every kind of store; filtering and sorting in memory works.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fetching and filtering with transients")
struct TransientFetchTests {
    private func expectRefusal(
        _ life: Life, _ reason: String, _ request: NSFetchRequest<any NSFetchRequestResult>
    ) throws {
        let objects = life.a.registeredObjects
        let error = #expect(throws: CoreDataException.self) { try life.a.fetch(request) }
        #expect(error?.name == .invalidArgumentException)
        #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
        #expect(life.a.registeredObjects == objects)
    }

    private func request(_ format: String? = nil, sort: String? = nil) -> NSFetchRequest<
        any NSFetchRequestResult
    > {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Thing")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = sort.map { [NSSortDescriptor(key: $0, ascending: true)] }
        return request
    }

    static let predicates = [
        ("t == 5", "t"), ("preset == 'x'", "preset"), ("p == 1 OR t != nil", "t"), ("other == nil", "other"),
        ("other.p == 1", "other.p"), ("ANY others.p == 1", "others.p"), ("others.@count > 0", "others"),
        ("owner.t == 5", "owner.t"), ("SUBQUERY(parts, $x, $x.t == 5).@count > 0", "t"), ("p == t", "t"),
    ]

    @Test(
        "TRN-200 TRN-206 a transient in a predicate is refused, with its name and its entity",
        arguments: Stack.Kind.allCases, predicates)
    func predicate(kind: Stack.Kind, format: (String, String)) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1, "t": 5])
        let reason = "keypath \(format.1) not found in entity <NSSQLEntity Thing id=1>"
        try expectRefusal(life, reason, request(format.0))
        #expect(throws: CoreDataException.self) { try life.a.count(for: request(format.0)) }
        #expect(!life.a.hasChanges && thing.t == 5)
    }

    @Test(
        "TRN-201 TRN-206 FET-22 the same in sort descriptors", arguments: Stack.Kind.allCases,
        ["t", "preset", "owner.t", "other.p"])
    func sorting(kind: Stack.Kind, key: String) throws {
        let life = try Life(kind)
        _ = try life.saved(["p": 1])
        try expectRefusal(
            life, "keypath \(key) not found in entity <NSSQLEntity Thing id=1>", request(sort: key))
    }

    @Test(
        "TRN-202 TRN-206 the same in propertiesToFetch", arguments: Stack.Kind.allCases,
        ["t", "preset", "other", "others"])
    func properties(kind: Stack.Kind, key: String) throws {
        let life = try Life(kind)
        _ = try life.saved(["p": 1])
        let request = request()
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["p", key]
        try expectRefusal(life, "Invalid keypath \(key) passed to setPropertiesToFetch:", request)
    }

    @Test("TRN-207 pending changes make no transient fetchable", arguments: Stack.Kind.allCases)
    func pendingChanges(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        thing.set(5, "t")
        life.a.insert("Thing", ["t": 5])
        life.a.processPendingChanges()
        let inserted = life.a.insertedObjects
        for request in [request("t == 5"), request(sort: "t")] {
            try expectRefusal(life, "keypath t not found in entity <NSSQLEntity Thing id=1>", request)
        }
        #expect(life.a.updatedObjects == [thing] && life.a.insertedObjects == inserted && thing.t == 5)
    }

    @Test(
        "TRN-203 TRN-204 in memory, predicates and sort descriptors read transients, by their accessors",
        arguments: Stack.Kind.allCases)
    func inMemory(kind: Stack.Kind) throws {
        let life = try Life(kind, className: "PerdureTests.CountingObject")
        for number in 0..<4 { life.a.insert("Thing", ["p": number]) }
        try life.a.save()
        let things = try life.a.all("Thing").compactMap { $0 as? CountingObject }
        #expect(things.count == 4)
        for thing in things { thing.set(3 - (thing.p ?? 0), "t") }
        try life.a.save()
        for thing in things { thing.reads = 0 }
        let found = things.filter { NSPredicate(format: "t > 1 AND preset == 'preset'").evaluate(with: $0) }
        #expect(found.compactMap(\.p).sorted() == [0, 1] && things.allSatisfy { $0.reads == 1 })
        let order = NSSortDescriptor(key: "t", ascending: true)
        let sorted = things.sorted { order.compare($0, to: $1) == .orderedAscending }
        #expect(sorted.compactMap(\.p) == [3, 2, 1, 0] && things.allSatisfy { $0.reads > 1 })
        #expect(!life.a.hasChanges)
    }
}

/// Counts how often its transient is read by its key.
final class CountingObject: TracedObject {
    var reads = 0

    override func value(forKey key: String) -> Any? {
        if key == "t" { reads += 1 }
        return super.value(forKey: key)
    }
}
