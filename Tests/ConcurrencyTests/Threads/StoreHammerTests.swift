// SPDX-License-Identifier: Apache-2.0
// Many threads on one coordinator: what readers see is whole, and the thread sanitizer sees no race
// (Scripts/check-threads).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Many threads on one coordinator") struct StoreHammerTests {
    private static let rounds = 60

    /// Two accounts that share a hundred.
    private func accounts(_ kind: Stack.Kind) throws -> (Passed<Stack>, [NSManagedObjectID]) {
        let stack = try Stack(kind)
        let context = stack.context()
        let ids = try context.performAndWait {
            let items = [
                context.insert("Item", ["title": "a", "points": 60]),
                context.insert("Item", ["title": "b", "points": 40]),
            ]
            try context.save()
            return items.map(\.objectID)
        }
        return (Passed(stack), ids)
    }

    private static func points(_ item: NSManagedObject) -> Int { item.value(forKey: "points") as? Int ?? 0 }

    /// Moves a point from one account to the other, again and again.
    private static func transfer(_ context: NSManagedObjectContext, _ ids: [NSManagedObjectID]) throws {
        for round in 0..<rounds {
            try context.performAndWait {
                let items = try ids.map { try context.existingObject(with: $0) }
                let step = round.isMultiple(of: 2) ? 1 : -1
                items[0].setValue(points(items[0]) - step, forKey: "points")
                items[1].setValue(points(items[1]) + step, forKey: "points")
                try context.save()
            }
        }
    }

    @Test("CTX-22 fetches on other threads never see half a save", arguments: Stack.Kind.allCases)
    func wholeSaves(_ kind: Stack.Kind) throws {
        let (stack, ids) = try accounts(kind)
        let sums = Collected<Int>()
        try Crew.work(5) { number in
            let context = stack.value.context()
            if number == 0 { return try Self.transfer(context, ids) }
            for _ in 0..<Self.rounds {
                try context.performAndWait {
                    context.reset()
                    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
                    // The rows of one fetch belong together; faults would read theirs one by one.
                    request.returnsObjectsAsFaults = false
                    sums.add(try context.fetch(request).map(Self.points).reduce(0, +))
                }
            }
        }
        #expect(sums.all.count == 4 * Self.rounds && Set(sums.all) == [100])
    }

    @Test(
        "CTX-22 contexts that follow the saves of each other end with what is stored",
        arguments: Stack.Kind.allCases)
    func followers(_ kind: Stack.Kind) async throws {
        let (stack, ids) = try accounts(kind)
        let followers = (0..<3).map { _ in stack.value.context() }
        for context in followers {
            context.automaticallyMergesChangesFromParent = true
            try context.performAndWait {
                context.retainsRegisteredObjects = true
                for item in try context.all("Item") { _ = Self.points(item) }
            }
        }
        try Crew.work(5) { number in
            if number < 2 {
                return try Self.transfer(
                    stack.value.context(.mergeByPropertyObjectTrump), [ids[number], ids[1 - number]])
            }
            let context = followers[number - 2]
            for _ in 0..<Self.rounds {
                context.performAndWait { for id in ids { _ = Self.points(context.object(with: id)) } }
            }
        }
        let reader = stack.value.context()
        let stored = try await reader.perform {
            try ids.map { Self.points(try reader.existingObject(with: $0)) }
        }
        for context in followers {
            let seen = await context.perform(schedule: .enqueued) {
                ids.map { Self.points(context.object(with: $0)) }
            }
            #expect(seen == stored)
        }
    }

    @Test(
        "SAV-61 of threads that merge into the same rows, none runs out of rounds",
        arguments: Stack.Kind.allCases)
    func overtaken(_ kind: Stack.Kind) throws {
        let (stack, ids) = try accounts(kind)
        try Crew.work(3) { _ in
            let context = stack.value.context(.mergeByPropertyObjectTrump)
            for _ in 0..<5 { try Self.transfer(context, ids) }
        }
    }

    @Test("REL-15 stores come and go while other threads read and save", arguments: Stack.Kind.allCases)
    func comingAndGoing(_ kind: Stack.Kind) throws {
        let (stack, ids) = try accounts(kind)
        let folder = try TemporaryFolder()
        try Crew.work(4) { number in
            let coordinator = stack.value.coordinator
            let context = stack.value.context(.overwrite)
            if number == 0 { return try Self.transfer(context, ids) }
            for round in 0..<20 {
                if number == 1 {
                    let url = folder.file("\(number)-\(round).sqlite")
                    let store = try coordinator.addPersistentStore(
                        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
                    try coordinator.remove(store)
                } else {
                    context.performAndWait { for id in ids { _ = Self.points(context.object(with: id)) } }
                    _ = coordinator.persistentStores.map(\.identifier)
                }
            }
        }
        #expect(stack.value.coordinator.persistentStores.count == 1)
    }

    @Test(
        "REL-15 contexts and their objects are made and released on many threads",
        arguments: Stack.Kind.allCases)
    func shortLives(_ kind: Stack.Kind) throws {
        let (stack, ids) = try accounts(kind)
        let left = Collected<Passed<NSManagedObject>>()
        try Crew.work(6) { number in
            for round in 0..<Self.rounds {
                let context = stack.value.context()
                context.automaticallyMergesChangesFromParent = round.isMultiple(of: 3)
                try context.performAndWait {
                    let object = try context.existingObject(with: ids[number % 2])
                    object.setValue(round, forKey: "points")
                    // Outlives its context, and goes on another thread.
                    if round.isMultiple(of: 5) { left.add(Passed(object)) }
                    if round.isMultiple(of: 7) { try? context.save() }
                }
            }
        }
        #expect(left.all.count == 6 * Self.rounds / 5)
        #expect(left.all.allSatisfy { $0.value.isFault && $0.value.managedObjectContext == nil })
    }

    @Test(
        "CTX-21 parents and children on queues of their own, many at a time", arguments: Stack.Kind.allCases)
    func families(_ kind: Stack.Kind) throws {
        let stack = Passed(try Stack(kind))
        let parent = stack.value.context()
        try Crew.work(5) { number in
            for round in 0..<20 {
                let child = NSManagedObjectContext(.privateQueue)
                child.parent = parent
                try child.performAndWait {
                    let person = child.insert("Person", ["firstName": "\(number)-\(round)"])
                    #expect(try child.all("Person", "firstName == '\(number)-\(round)'") == [person])
                    try child.save()
                }
                if number == 0 { try parent.performAndWait { try parent.save() } }
            }
        }
        try parent.performAndWait { try parent.save() }
        let reader = stack.value.context()
        #expect(try reader.performAndWait { try reader.all("Person").count } == 100)
    }
}
