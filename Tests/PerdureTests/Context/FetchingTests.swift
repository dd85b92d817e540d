// SPDX-License-Identifier: Apache-2.0
// Fetches with unsaved changes, and the forms of results.

import Foundation
import Perdure
import Testing

@Suite("Fetching with unsaved changes")
struct FetchingTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
        for (name, age) in [("a", 10), ("b", 20), ("c", 30), ("d", 40)] {
            try stack.insert("Person", into: context, ["firstName": name, "age": age])
        }
        try context.save()
    }

    private func request(_ format: String? = nil) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
        return request
    }

    private func names(_ request: NSFetchRequest<NSManagedObject>) throws -> [String] {
        try context.fetch(request).map { $0.value(forKey: "firstName") as? String ?? "-" }
    }

    private func person(_ name: String) throws -> NSManagedObject {
        try #require(try context.fetch(request("firstName == '\(name)'")).first)
    }

    @Test("FET-11 FET-28 inserted, changed and deleted objects count, in order")
    func pendingChanges() throws {
        try stack.insert("Person", into: context, ["firstName": "bb", "age": 25])
        let first = try person("a")
        let last = try person("d")
        first.setValue(35, forKey: "age")
        last.setValue(5, forKey: "age")
        context.delete(try person("b"))
        #expect(try names(request("age > 15")) == ["a", "bb", "c"])
        #expect(try context.count(for: request("age > 15")) == 3)
    }

    @Test("FET-12 without pending changes the store alone decides")
    func storeAlone() throws {
        let first = try person("a")
        first.setValue(50, forKey: "age")
        try stack.insert("Person", into: context, ["firstName": "e", "age": 50])
        let request = request("age > 25")
        request.includesPendingChanges = false
        #expect(try names(request) == ["c", "d"])
    }

    @Test("FET-29 FET-31 limit and offset hold for the merged result")
    func paging() throws {
        try stack.insert("Person", into: context, ["firstName": "aa"])
        context.delete(try person("c"))
        let request = request()
        request.fetchOffset = 1
        request.fetchLimit = 2
        #expect(try names(request) == ["aa", "b"])
        #expect(try context.count(for: request) == 2)
        // More has gone than has come: the store is asked for more rows than the limit.
        context.delete(try person("b"))
        #expect(try names(request) == ["aa", "d"])
    }

    @Test("FET-21 nil sorts before every value")
    func nilFirst() throws {
        try stack.insert("Person", into: context)
        #expect(try names(request()).first == "-")
    }

    @Test("FET-50 FET-51 FET-53 object IDs and counts")
    func resultTypes() throws {
        let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
        ids.resultType = .managedObjectIDResultType
        let new = try stack.insert("Person", into: context)
        let found = try context.fetch(ids)
        #expect(found.count == 5 && found.contains(new.objectID))
        let count = NSFetchRequest<NSNumber>(entityName: "Person")
        count.resultType = .countResultType
        #expect(try context.fetch(count) == [5])
    }

    @Test("FET-52 dictionaries come from the store")
    func dictionaries() throws {
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["firstName"]
        request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: false)]
        #expect(try context.fetch(request).compactMap { $0["firstName"] as? String } == ["d", "c", "b", "a"])
    }

    @Test("FET-33 without faults the objects come with their values")
    func realized() throws {
        let other = stack.context()
        let trace = other.startTrace()
        let request = request()
        request.returnsObjectsAsFaults = false
        let found = try other.fetch(request)
        #expect(found.allSatisfy { !$0.isFault } && trace.take().count == 4)
    }

    @Test("FET-32 realized clean objects take newest values when the request asks for it")
    func refetch() throws {
        let other = stack.context()
        let mine = try person("a")
        #expect(mine.value(forKey: "age") as? Int == 10)
        let theirs = try #require(try other.fetch(request("firstName == 'a'")).first)
        theirs.setValue(11, forKey: "age")
        try other.save()
        _ = try context.fetch(request())
        #expect(mine.value(forKey: "age") as? Int == 10)
        let request = request()
        request.shouldRefreshRefetchedObjects = true
        _ = try context.fetch(request)
        #expect(mine.value(forKey: "age") as? Int == 11)
    }

    @Test("FET-38 prefetched relationships; an unknown path is thrown")
    func prefetching() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        try person("a").setValue(department, forKey: "department")
        try context.save()
        let other = stack.context()
        let request = request()
        request.relationshipKeyPathsForPrefetching = ["department.employees"]
        let found = try other.fetch(request)
        #expect(found.filter(\.isFault).count == 4)
        let copy = try #require(found[0].value(forKey: "department") as? NSManagedObject)
        #expect(copy.value(forKey: "employees") as? Set<NSManagedObject> == [found[0]])
        request.relationshipKeyPathsForPrefetching = ["age"]
        #expect(throws: CoreDataException.self) { try other.fetch(request) }
    }

    @Test("FET-55 a result of another type is thrown")
    func wrongType() throws {
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        #expect(throws: CoreDataException.self) { try context.fetch(request) }
    }

    @Test("FET-2 an unknown entity is thrown")
    func unknownEntity() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Nobody")
        #expect(throws: CoreDataException.self) { try context.fetch(request) }
    }
}
