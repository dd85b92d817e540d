// SPDX-License-Identifier: Apache-2.0
// Which rows a batch update writes, with which values, and what it tells of it.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch updates") struct UpdateTests {
    @Test(
        "STO-163 a value for all rows, those of subentities too unless they are left out",
        arguments: Stack.Kind.lasting)
    func subentities(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        #expect(try depot.update(["points": 9]).result as? Int == 4)
        #expect(try depot.values("points") == ["a": "9", "b": "9", "c": "9", "s": "9"])
        let own = try depot.update(["points": 5]) { $0.includesSubentities = false }
        #expect(own.result as? Int == 3)
        #expect(try depot.values("points") == ["a": "5", "b": "5", "c": "5", "s": "9"])
        #expect(try depot.update(["extra": "x"], entity: "Special").result as? Int == 1)
        #expect(try depot.values("extra", of: "Special") == ["s": "x"])
    }

    @Test(
        "STO-163 a predicate chooses the rows, by attributes, relationships and objects",
        arguments: Stack.Kind.lasting)
    func predicates(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        #expect(try depot.update(["size": 1], "points BETWEEN {2, 3}").result as? Int == 2)
        #expect(try depot.update(["size": 2], "owner.name == 'first'").result as? Int == 2)
        #expect(try depot.values("size") == ["a": "2", "b": "2", "c": "1", "s": "nil"])
        let c = try depot.context.performAndWait { try depot.item("c", in: depot.context) }
        let byObject = try depot.update(["size": 3]) { $0.predicate = NSPredicate(format: "SELF == %@", c) }
        #expect(byObject.result as? Int == 1)
        #expect(try depot.update(["size": 4], "name == 'nobody'").result as? Int == 0)
        #expect(try depot.values("size") == ["a": "2", "b": "2", "c": "3", "s": "nil"])
    }

    @Test("STO-163 result types: whether, which, and how many", arguments: Stack.Kind.lasting)
    func results(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let status = try depot.update(["size": 1]) { $0.resultType = .statusOnlyResultType }
        #expect(status.result as? Bool == true && status.resultType == .statusOnlyResultType)
        let which = try depot.update(["size": 1], "points < 3") {
            $0.resultType = .updatedObjectIDsResultType
        }
        let ids = try #require(which.result as? [NSManagedObjectID])
        let names = depot.context.performAndWait {
            ids.map { depot.context.object(with: $0).value(forKey: "name") as? String ?? "" }
        }
        #expect(names.sorted() == ["a", "b"] && ids.allSatisfy { $0.entity.name == "Item" })
        let special = try depot.update(["size": 1], "name == 's'") {
            $0.resultType = .updatedObjectIDsResultType
        }
        #expect((special.result as? [NSManagedObjectID])?.first?.entity.name == "Special")
        #expect(try depot.update(["size": 1]).result as? Int == 4)
    }

    @Test("STO-169a a result that is asked for as another type is nil", arguments: Stack.Kind.lasting)
    func mismatch(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        #expect(try depot.update(["size": 1]).result as? [NSManagedObjectID] == nil)
        let ids = try depot.update(["size": 1]) { $0.resultType = .updatedObjectIDsResultType }
        #expect(ids.result as? Int == nil)
    }

    @Test("STO-163 values of every type of attribute, and nil", arguments: Stack.Kind.lasting)
    func types(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let uid = UUID()
        let date = Date(timeIntervalSinceReferenceDate: 1_000)
        let values: [String: Any] = [
            "points": 7, "size": Int32(70_000), "price": 2.5, "weight": Float(1.5),
            "amount": NSDecimalNumber(string: "12.25"), "flag": true, "date": date, "data": Data([1, 2]),
            "uid": uid, "link": URL(fileURLWithPath: "/x"), "color": ["red", "green"], "name": "n",
            "photo": Data([3]), "place": ["street": "Main", "number": 5],
        ]
        try depot.update(values, "name == 'a'")
        let reader = depot.stack.context()
        try reader.performAndWait {
            let item = try depot.item("n", in: reader)
            for (key, value) in values {
                let found = item.value(forKey: key) as? NSObject
                #expect(found == value as? NSObject, "\(key)")
            }
        }
        try depot.update(values.mapValues { _ in NSNull() as Any }.filter { $0.key != "name" }, "name == 'n'")
        try reader.performAndWait {
            reader.reset()
            let item = try depot.item("n", in: reader)
            for key in values.keys where key != "name" { #expect(item.value(forKey: key) == nil, "\(key)") }
        }
    }

    @Test("STO-163 keys are names, descriptions or elements of composites", arguments: Stack.Kind.lasting)
    func keys(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let points = try #require(
            depot.stack.coordinator.managedObjectModel.entitiesByName["Item"]?
                .propertiesByName["points"])
        try depot.update([points: 6, "place.number": 8])
        #expect(try depot.values("points")["a"] == "6")
        #expect(try depot.values("place.number")["b"] == "8" && depot.values("place.street")["b"] == "nil")
        try depot.update(["place.street": "Main"])
        #expect(try depot.values("place.number")["b"] == "8" && depot.values("place.street")["b"] == "Main")
    }

    @Test(
        "STO-163 affectedStores limits the stores; two stores are updated by one request",
        arguments: Stack.Kind.lasting)
    func stores(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let folder = try TemporaryFolder()
        let other = try depot.stack.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("Other.sqlite"))
        let context = depot.context
        try context.performAndWait {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue("far", forKey: "name")
            context.assign(item, to: other)
            try context.save()
        }
        #expect(try depot.update(["size": 1]) { $0.affectedStores = [other] }.result as? Int == 1)
        #expect(try depot.values("size") == ["a": "nil", "b": "nil", "c": "nil", "s": "nil", "far": "1"])
        #expect(try depot.update(["size": 2]).result as? Int == 5)
        #expect(Set(try depot.values("size").values) == ["2"])
    }

    @Test("STO-163 a copy of a request is equal and independent", arguments: Stack.Kind.lasting)
    func copies(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let request = NSBatchUpdateRequest(entityName: "Item")
        request.propertiesToUpdate = ["size": 3]
        request.predicate = NSPredicate(format: "points == 1")
        request.resultType = .updatedObjectsCountResultType
        request.includesSubentities = false
        let copy = try #require(request.copy() as? NSBatchUpdateRequest)
        request.propertiesToUpdate = ["size": 4]
        #expect(copy.entityName == "Item" && !copy.includesSubentities && copy.predicate == request.predicate)
        #expect(copy.requestType == .batchUpdateRequestType && request.requestType.rawValue == 6)
        let result = try depot.context.performAndWait { try depot.context.execute(copy) }
        #expect((result as? NSBatchUpdateResult)?.result as? Int == 1)
        #expect(try depot.values("size")["a"] == "3")
        let entity = try #require(depot.stack.coordinator.managedObjectModel.entitiesByName["Item"])
        let named = NSBatchUpdateRequest(entity: entity)
        #expect(named.entity === entity && named.entityName == "Item")
        named.propertiesToUpdate = ["size": 5]
        let viaCoordinator = try depot.stack.coordinator.execute(named, with: depot.context)
        #expect((viaCoordinator as? NSBatchUpdateResult)?.result as? Bool == true)
    }

    @Test(
        "STO-163 relationships: to an object, to none, in an order behind the others",
        arguments: Stack.Kind.lasting)
    func relationships(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let context = depot.context
        let second = try context.performAndWait { try depot.owner("second", in: context) }
        try depot.update(["owner": second.objectID], "name IN {'b', 'c'}")
        try depot.update(["owner": second.objectID], "name IN {'a'}")
        let reader = depot.stack.context()
        try reader.performAndWait {
            let members = try depot.owner("second", in: reader).value(forKey: "items") as? NSOrderedSet
            let names = members?.array.compactMap {
                ($0 as? NSManagedObject)?.value(forKey: "name") as? String
            }
            // The rows of one update have no order of their own on a server.
            #expect(kind == .sqlite ? names == ["b", "c", "a"] : names?.prefix(2).sorted() == ["b", "c"])
            #expect(names?.count == 3 && names?.last == "a")
            #expect(
                (try depot.owner("first", in: reader).value(forKey: "items") as? NSOrderedSet)?.count == 0)
        }
        try depot.update(["owner": NSNull()], "name == 'c'")
        #expect(
            try depot.values("owner.name") == ["a": "second", "b": "second", "c": "nil", "s": "nil"])
        #expect(try depot.values("total", of: "Owner") == ["first": "0", "second": "3"])
    }

    @Test("STO-163 unique values may be passed on from row to row", arguments: Stack.Kind.lasting)
    func shifting(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        try depot.update(["rank": NSExpression(format: "rank + 1")])
        #expect(try depot.values("rank") == ["a": "2", "b": "3", "c": "4", "s": "5"])
        try depot.update(["rank": NSExpression(format: "7 - rank"), "size": NSExpression(format: "rank")])
        #expect(try depot.values("rank") == ["a": "5", "b": "4", "c": "3", "s": "2"])
        #expect(try depot.values("size") == ["a": "2", "b": "3", "c": "4", "s": "5"])
        #expect(try depot.versions() == [3, 3, 3, 3])
    }

    @Test(
        "STO-163 values of several unique attributes may be passed on at once", arguments: Stack.Kind.lasting)
    func shiftingSeveral(_ kind: Stack.Kind) throws {
        let stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Seat", unique: [["rank"], ["code"]], .attribute("name"),
                    .attribute("rank", .integer64AttributeType), .attribute("code", .integer64AttributeType)))
        )
        let context = stack.context()
        try context.performAndWait {
            for place in 1...4 { context.insert("Seat", ["name": "\(place)", "rank": place, "code": place]) }
            try context.save()
            let request = NSBatchUpdateRequest(entityName: "Seat")
            request.propertiesToUpdate = [
                "rank": NSExpression(format: "5 - rank"), "code": NSExpression(format: "5 - code"),
            ]
            _ = try context.execute(request)
            request.propertiesToUpdate?["code"] = NSExpression(format: "code - code + 1")
            let error = #expect(throws: NSError.self) { try context.execute(request) }
            #expect(error?.localizedDescription.contains("code") == true)
        }
        let reader = stack.context()
        try reader.performAndWait {
            let seats = try reader.all("Seat", nil, by: "name")
            for key in ["rank", "code"] {
                #expect(seats.map { $0.value(forKey: key) as? Int } == [4, 3, 2, 1])
            }
        }
        #expect(try stack.versions(of: "Seat") == [2, 2, 2, 2])
    }

    @Test("STO-163 each row has an external file of its own, and the old ones go")
    func externalData() throws {
        let depot = try Depot()
        let large = Data(repeating: 7, count: 300_000)
        try depot.update(["photo": large])
        #expect(try files(depot).count == 4)
        try depot.update(["photo": Data(repeating: 8, count: 300_000)], "name == 'a'")
        #expect(try files(depot).count == 4)
        let reader = depot.stack.context()
        try reader.performAndWait {
            let photo = try depot.item("b", in: reader).value(forKey: "photo") as? Data
            #expect(photo == large)
        }
        try depot.update(["photo": NSNull()])
        #expect(try files(depot).isEmpty)
    }

    private func files(_ depot: Depot) throws -> [String] {
        let url = try #require(depot.stack.url)
        let name = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
}
