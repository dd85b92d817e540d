// SPDX-License-Identifier: Apache-2.0
// New rows from dictionaries and handlers, and what becomes of values that must be unique.

import Foundation
import Perdure
import PerdureBatches
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Batch insertions") struct InsertionTests {
    @Test(
        "STO-161 STO-162 dictionaries become rows of version 1, with defaults for what is missing",
        arguments: Stack.Kind.lasting)
    func dictionaries(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let result = try depot.insert([
            [
                "name": "x", "points": 8, "date": date, "place": ["street": "Main"],
                "photo": Data(repeating: 1, count: 200_000),
            ],
            ["name": "y", "size": NSNull(), "color": ["red"]], ["name": "z"],
        ])
        #expect(result.result as? Int == 3)
        #expect(
            try depot.values("points").filter { "xyz".contains($0.key) } == ["x": "8", "y": "0", "z": "0"])
        #expect(try depot.values("note")["y"] == "none" && depot.values("place.street")["x"] == "Main")
        #expect(try depot.values("loud")["z"] == "Z")
        let reader = depot.stack.context()
        try reader.performAndWait {
            let x = try depot.item("x", in: reader)
            #expect(
                (x.value(forKey: "photo") as? Data)?.count == 200_000
                    && x.value(forKey: "date") as? Date == date)
            let color = try depot.item("y", in: reader).value(forKey: "color") as? [String]
            #expect(color == ["red"] && x.value(forKey: "changed") is Date)
        }
        #expect(try depot.versions() == Array(repeating: 1, count: 7))
    }

    @Test(
        "STO-161 a dictionary handler is called with an empty dictionary until it says that it is done",
        arguments: Stack.Kind.lasting)
    func dictionaryHandler(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        var number = 0
        let request = NSBatchInsertRequest(entityName: "Item") { (dictionary: NSMutableDictionary) -> Bool in
            #expect(dictionary.count == 0)
            dictionary["name"] = "h\(number)"
            dictionary["rank"] = 100 + number
            number += 1
            return number > 3
        }
        request.resultType = .objectIDs
        let ids = try #require(try depot.run(request).result as? [NSManagedObjectID])
        #expect(ids.count == 3 && Set(ids).count == 3 && ids.allSatisfy { !$0.isTemporaryID })
        #expect(
            try depot.values("rank").filter { $0.key.hasPrefix("h") } == [
                "h0": "100", "h1": "101", "h2": "102",
            ])
    }

    @Test(
        "STO-161 a managed object handler gets one object again and again, with its defaults",
        arguments: Stack.Kind.lasting)
    func objectHandler(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let entity = try #require(depot.stack.coordinator.managedObjectModel.entitiesByName["Item"])
        var number = 0
        var objects: Set<ObjectIdentifier> = []
        let request = NSBatchInsertRequest(entity: entity) { (object: NSManagedObject) -> Bool in
            objects.insert(ObjectIdentifier(object))
            #expect(object.value(forKey: "points") as? Int == 0 && object.value(forKey: "size") == nil)
            #expect(object.managedObjectContext == nil)
            object.setValue("o\(number)", forKey: "name")
            if number == 1 { object.setValue(5, forKey: "points") }
            object.setValue(number, forKey: "size")
            number += 1
            return number > 3
        }
        #expect(try depot.run(request).result as? Int == 3 && objects.count == 1)
        #expect(
            try depot.values("points").filter { $0.key.hasPrefix("o") } == ["o0": "0", "o1": "5", "o2": "0"])
        #expect(
            try depot.values("size").filter { $0.key.hasPrefix("o") } == ["o0": "0", "o1": "1", "o2": "2"])
        #expect(
            request.entity === entity && request.entityName == "Item" && request.requestType.rawValue == 5)
    }

    @Test(
        "STO-161 no objects are nothing, and a copy is equal and independent", arguments: Stack.Kind.lasting)
    func empty(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        #expect(try depot.insert([]).result as? Int == 0)
        let request = NSBatchInsertRequest(entityName: "Item", objects: [["name": "x"]])
        let copy = try #require(request.copy() as? NSBatchInsertRequest)
        request.objectsToInsert = []
        #expect(try depot.run(copy).result as? Int == 1)
        let status = NSBatchInsertRequest(entityName: "Item", objects: [["name": "y"]])
        let context = depot.context
        let result = try context.performAndWait { try context.execute(status) } as? NSBatchInsertResult
        #expect(result?.result as? Bool == true && result?.resultType == .statusOnly)
    }

    @Test("STO-162 missing mandatory values are 1570 and nothing is inserted", arguments: Stack.Kind.lasting)
    func missing(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let error = #expect(throws: NSError.self) {
            try depot.insert([["name": "x"], ["name": "y", "note": NSNull()]])
        }
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "note")
        #expect(try depot.versions().count == 4)
    }

    @Test(
        "STO-162 keys and values that do not fit are typed errors",
        arguments: [
            ("nothing", "no such property"), ("owner", "relationships"), ("marks", "relationships"),
            ("passing", "transient"), ("loud", "derived"), ("points", "Unacceptable type"),
        ], Stack.Kind.lasting)
    func keys(_ pair: (key: String, words: String), _ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let error = #expect(throws: CoreDataException.self) {
            try depot.insert([["name": "x"], [pair.key: "text"]])
        }
        #expect(error?.reason.contains(pair.words) == true, "\(error?.reason ?? "")")
        let unfit = #expect(throws: NSError.self) { try depot.insert([["points": 40_000]]) }
        #expect(unfit?.code == NSManagedObjectValidationError)
        #expect(try depot.versions().count == 4)
    }

    @Test(
        "STO-162 with the error policy a violated constraint is 133021 that names it, and nothing is inserted",
        arguments: Stack.Kind.lasting)
    func errorPolicy(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        for objects in [[["name": "x", "rank": 9], ["name": "y", "rank": 1]], [["rank": 9], ["rank": 9]]]
            as [[[String: Any]]]
        {
            let error = #expect(throws: NSError.self) { try depot.insert(objects) }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            #expect(error?.localizedDescription.contains("rank") == true)
            #expect(try depot.versions().count == 4)
        }
    }

    @Test(
        "STO-162 in favour of the object the row that is there takes over what is given, and nothing else",
        arguments: Stack.Kind.lasting)
    func upserting(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let objects: [[String: Any]] = [
            ["name": "x", "rank": 9], ["name": "new a", "rank": 1, "size": 7], ["rank": 1, "size": 8],
            ["name": "y", "rank": 10], ["rank": 10, "points": 6],
        ]
        let request = NSBatchInsertRequest(entityName: "Item", objects: objects)
        request.resultType = .objectIDs
        let result = try depot.run(request, .mergeByPropertyObjectTrump)
        #expect((result.result as? [NSManagedObjectID])?.count == 3 && result.updatedObjectIDs.count == 1)
        #expect(
            try depot.values("points") == ["new a": "1", "b": "2", "c": "3", "s": "4", "x": "0", "y": "6"])
        #expect(try depot.values("size")["new a"] == "8" && depot.values("rank")["y"] == "10")
        #expect(try depot.stack.versions(of: "Item", by: "rank").prefix(4) == [2, 1, 1, 1])
        #expect(try depot.values("total", of: "Owner")["first"] == "3")
    }

    @Test("STO-162 in favour of the store rows stay as they are", arguments: Stack.Kind.lasting)
    func keeping(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let objects: [[String: Any]] = [
            ["name": "x", "rank": 9], ["name": "n", "rank": 1], ["name": "m", "rank": 9],
        ]
        #expect(try depot.insert(objects, .mergeByPropertyStoreTrump).result as? Int == 1)
        #expect(try depot.values("rank") == ["a": "1", "b": "2", "c": "3", "s": "4", "x": "9"])
        #expect(try depot.versions() == [1, 1, 1, 1, 1])
    }

    @Test("STO-162 many rows of which many are there already", arguments: Stack.Kind.lasting)
    func many(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let objects = (0..<3_000).map { ["name": "n\($0)", "rank": $0 / 2] as [String: Any] }
        #expect(try depot.insert(objects, .mergeByPropertyObjectTrump).result as? Int == 1_500)
        #expect(try depot.values("rank")["n2999"] == "1499" && depot.versions().count == 1_500)
    }

    @Test("STO-167 contexts know of the objects when they have merged the IDs", arguments: Stack.Kind.lasting)
    func merging(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let context = depot.context
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let delegate = Silent()
        list.delegate = delegate
        try context.performAndWait { try list.performFetch() }
        let insertion = NSBatchInsertRequest(entityName: "Item", objects: [["name": "x"]])
        insertion.resultType = .objectIDs
        let result = try depot.run(insertion)
        context.performAndWait { #expect(list.fetchedObjects?.count == 4) }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSInsertedObjectsKey: try #require(result.result)], into: [context])
        context.performAndWait {
            context.processPendingChanges()
            #expect(list.fetchedObjects?.last?.value(forKey: "name") as? String == "x")
        }
    }

    @Test(
        "STO-169 a store that is no SQL store refuses with 134091, an abstract or unknown entity is a typed error",
        arguments: Stack.Kind.lasting)
    func refusals(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let memory = try Depot(.inMemory)
        let request = NSBatchInsertRequest(entityName: "Item", objects: [["name": "x"]])
        let error = #expect(throws: NSError.self) {
            try memory.context.performAndWait { try memory.context.execute(request) }
        }
        #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        let unknown = NSBatchInsertRequest(entityName: "Nothing", objects: [["name": "x"]])
        #expect(throws: CoreDataException.self) { try depot.run(unknown) }
    }
}

extension Depot {
    fileprivate func run(_ request: NSBatchInsertRequest, _ policy: NSMergePolicy = .error) throws
        -> NSBatchInsertResult
    {
        request.resultType = request.resultType == .statusOnly ? .count : request.resultType
        let context = stack.context(policy)
        let result = try context.performAndWait { try context.execute(request) }
        return try #require(result as? NSBatchInsertResult)
    }

    fileprivate func insert(_ objects: [[String: Any]], _ policy: NSMergePolicy = .error) throws
        -> NSBatchInsertResult
    {
        try run(NSBatchInsertRequest(entityName: "Item", objects: objects), policy)
    }
}

private final class Silent: NSObject, NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
}
