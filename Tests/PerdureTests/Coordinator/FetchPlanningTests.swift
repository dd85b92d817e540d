// SPDX-License-Identifier: Apache-2.0
// What the coordinator refuses before any store is asked, and fetches over stores.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct FetchPlanningTests {
    private func reason(_ change: (NSFetchRequest<NSManagedObject>) -> Void) throws -> String {
        let stack = try Stack()
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        change(request)
        return try context.performAndWait {
            let error = #expect(throws: CoreDataException.self) { try context.fetch(request) }
            return try #require(error).reason
        }
    }

    @Test("FET-2 a request without an entity")
    func noEntity() throws {
        let context = try Stack().context()
        context.performAndWait {
            let error = #expect(throws: CoreDataException.self) {
                try context.fetch(NSFetchRequest<NSManagedObject>())
            }
            #expect(error?.reason == "executeFetchRequest:error: A fetch request must have an entity.")
        }
    }

    @Test(
        "FET-22 sort keys that are not stored",
        arguments: ["mood", "nothing", "department.nothing", "firstName.x"])
    func sortKeys(_ key: String) throws {
        let text = try reason { $0.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }
        #expect(text.hasPrefix("keypath \(key) not found in entity <NSSQLEntity Person id="))
    }

    @Test("FET-23 a to-many step in a sort key")
    func toManySort() throws {
        let text = try reason { $0.sortDescriptors = [NSSortDescriptor(key: "tags.label", ascending: true)] }
        #expect(text.contains("to-many key not allowed here"))
    }

    @Test("FET-24, FET-25 selectors and comparators that no store can sort by")
    func comparators() throws {
        let text = try reason {
            $0.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true) { _, _ in .orderedSame }]
        }
        #expect(text == "unsupported NSSortDescriptor (comparator blocks are not supported)")
        let other = try reason {
            $0.sortDescriptors = [
                NSSortDescriptor(key: "age", ascending: true, selector: Selector("byHeart:"))
            ]
        }
        #expect(other == "unsupported NSSortDescriptor selector: byHeart:")
    }

    @Test("MOD-15 a variable that nothing binds")
    func variables() throws {
        let text = try reason { $0.predicate = NSPredicate(format: "age > $AGE") }
        #expect(text.contains("$AGE"))
    }

    @Test("FET-23, FET-27 key paths and object IDs sort", arguments: Stack.Kind.allCases)
    func sorting(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            for (name, department) in [("c", "x"), ("a", "z"), ("b", "y")] {
                let place = context.insert("Department", ["name": department])
                context.insert("Person", ["firstName": name, "department": place])
            }
            try context.save()
            let names = { (key: String) in
                try context.all("Person", by: key).compactMap { $0.value(forKey: "firstName") as? String }
            }
            #expect(try names("department.name") == ["c", "b", "a"])
            #expect(try names("firstName") == ["a", "b", "c"])
            let ids = try context.all("Person", by: "self").map {
                $0.objectID.uriRepresentation().lastPathComponent
            }
            #expect(ids == ids.sorted())
        }
    }

    @Test("PRE-88, FET-76, FET-77 objects and IDs in predicates", arguments: Stack.Kind.allCases)
    func objectsInPredicates(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let x = context.insert("Department", ["name": "x"])
            let ada = context.insert("Person", ["firstName": "Ada", "department": x])
            let bob = context.insert("Person", ["firstName": "Bob"])
            try context.save()
            let count = { (format: String, value: Any) in
                let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
                request.predicate = NSPredicate(format: format, value)
                return try context.count(for: request)
            }
            #expect(try count("department == %@", x) == 1)
            #expect(try count("department == %@", x.objectID) == 1)
            #expect(try count("SELF == %@", ada) == 1)
            #expect(try count("SELF IN %@", [ada, bob.objectID]) == 2)
            let unsaved = NSManagedObject(entity: x.entity, insertInto: nil)
            #expect(try count("department == %@", unsaved) == 0)
            let other = try Stack(kind)
            let stranger = other.context()
            try stranger.performAndWait {
                let same = stranger.insert("Department", ["name": "x"])
                try stranger.save()
                #expect(try count("department == %@", same.objectID) == 0)
            }
        }
    }

    @Test("FET-4 a request executes in the block of a context, and nowhere else")
    func executing() throws {
        let stack = try Stack()
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        try context.performAndWait {
            let person = context.insert("Person")
            try context.save()
            let found = try request.execute()
            #expect(found == [person])
            let any = try stack.coordinator.execute(request, with: context) as? [NSManagedObject]
            #expect(any == [person])
            let batch = #expect(throws: (any Error).self) {
                try stack.coordinator.execute(UnknownRequest(), with: context)
            }
            #expect((batch as NSError?)?.code == 134091)
        }
        #expect(throws: CoreDataException.self) { try request.execute() }
    }

    @Test("FET-7 a copy of a request changes independently")
    func copying() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.fetchLimit = 3
        request.predicate = NSPredicate(value: true)
        let copy = try #require(request.copy() as? NSFetchRequest<NSManagedObject>)
        copy.fetchLimit = 5
        #expect(request.fetchLimit == 3 && copy.fetchLimit == 5 && copy.entityName == "Person")
        #expect(copy.predicate != nil && request.requestType == .fetchRequestType)
    }

    @Test("FET-45 defaults of a request")
    func defaults() {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(request.fetchLimit == 0 && request.fetchOffset == 0 && request.fetchBatchSize == 0)
        #expect(
            request.includesSubentities && request.includesPropertyValues && request.includesPendingChanges)
        #expect(request.returnsObjectsAsFaults && !request.returnsDistinctResults)
        #expect(!request.shouldRefreshRefetchedObjects && request.resultType == .managedObjectResultType)
        #expect(request.entity == nil && request.entityName == "Person")
    }
}

/// A request of a kind that no store knows.
private final class UnknownRequest: NSPersistentStoreRequest {
    override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }
}
