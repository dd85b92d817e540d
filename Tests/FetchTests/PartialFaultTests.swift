// SPDX-License-Identifier: Apache-2.0
// propertiesToFetch for objects: which columns are read, and that nobody takes a part for the whole.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Partial faults")
struct PartialFaultTests {
    private static func request(_ properties: Any...) -> NSFetchRequest<NSManagedObject> {
        let request = BatchSizeTests.request(0)
        request.propertiesToFetch = properties
        return request
    }

    @Test("FET-35, FET-121 only these columns are read, and they cost nothing; another one fires a full load")
    func columns() throws {
        let filled = try Shop()
        try filled.fill()
        let shop = try filled.reopened()
        var found: [NSManagedObject] = []
        let statements = try shop.stack.statements {
            found = try shop.context.fetch(Self.request("name", "rank"))
        }
        #expect(statements.count == 1)
        let columns = statements[0].split(separator: "FROM")[0]
        #expect(columns.contains("ZNAME") && columns.contains("ZRANK"))
        for other in ["ZNOTE", "ZFAVOURITE", "ZSHARE", "Z_OPT"] { #expect(!columns.contains(other)) }
        try shop.expect(statements: 0) {
            for (rank, object) in found.enumerated() {
                #expect(object.text("name") == "customer \(rank)" && object.number("rank") == rank)
                #expect(object.isFault && object.entity.name == (rank % 2 == 0 ? "Customer" : "Partner"))
            }
        }
        try shop.expect(statements: 1) { #expect(found[1].text("note") == "note 1") }
        #expect(!found[1].isFault && found[1].text("name") == "customer 1" && found[2].isFault)
        try shop.expect(statements: 0) { _ = found[1].ends("favourite").count }
    }

    @Test("FET-36 names and descriptions; key paths and relationships are read later, the unknown is refused")
    func properties() throws {
        let filled = try Shop()
        try filled.fill()
        let shop = try filled.reopened()
        let entity = try #require(shop.stack.coordinator.managedObjectModel.entitiesByName["Customer"])
        let name = try #require(entity.attributesByName["name"])
        let found = try shop.context.fetch(Self.request(name, "favourite", "favourite.title"))
        try shop.expect(statements: 0) { #expect(found[3].text("name") == "customer 3") }
        try shop.expect(statements: 2) { #expect(found[3].ends("favourite")[0].text("title") == "product 0") }
        for wrong in ["nothing", "orders", "favourite.nothing"] {
            #expect(throws: CoreDataException.self) { try shop.context.fetch(Self.request(wrong)) }
        }
    }

    @Test("FET-35 a part is no row: other fetches, snapshots, changes and saves have the whole")
    func wholeRows() throws {
        for kind in Stack.Kind.allCases {
            let filled = try Shop(kind)
            try filled.fill(customers: 3)
            let shop = kind == .sqlite ? try filled.reopened() : filled
            let context = shop.stack.context()
            let found = try context.fetch(Self.request("name"))
            #expect(found[0].text("name") == "c0" && found[0].isFault)
            let other = shop.stack.context()
            #expect(try other.all("Customer", by: "rank").compactMap { $0.text("note") }.count == 3)
            found[0].setValue("changed", forKey: "name")
            #expect(!found[0].isFault && found[0].text("note") == "n0")
            #expect(
                found[0].committedValues(forKeys: ["name", "note"]) as? [String: String] == [
                    "name": "c0", "note": "n0",
                ])
            #expect(found[0].changedValues().keys.elementsEqual(["name"]))
            try context.save()
            #expect(found[1].committedValues(forKeys: nil)["rank"] as? Int == 1)
            let stored = try shop.stack.context().all("Customer", by: "rank")
            #expect(stored.count == 3)
            let reader = shop.stack.context()
            let values = try reader.all("Customer", by: "rank").map {
                "\($0.text("name") ?? "-") \($0.text("note") ?? "-")"
            }
            #expect(values.elementsEqual(["changed n0", "c1 n1", "c2 n2"]))
        }
    }

    @Test("FET-35 two contexts that begin with parts meet their conflict")
    func conflicts() throws {
        let shop = try BatchSizeTests.filled(1)
        let (mine, theirs) = (shop.context, shop.stack.context())
        let own = try #require(try mine.fetch(Self.request("name")).first)
        own.setValue("mine", forKey: "note")
        let other = try #require(try theirs.fetch(Self.request("name")).first)
        other.setValue("theirs", forKey: "name")
        try theirs.save()
        #expect(throws: NSError.self) { try mine.save() }
    }

    @Test("FET-35 refreshing, merging and reset forget the part; the newest values follow")
    func refreshing() throws {
        let shop = try BatchSizeTests.filled(3)
        let (context, other) = (shop.context, shop.stack.context())
        let found = try context.fetch(Self.request("name"))
        for object in try other.all("Customer") { object.setValue("new", forKey: "name") }
        try other.save()
        #expect(found[0].text("name") == "c0")
        context.refresh(found[0], mergeChanges: false)
        #expect(found[0].text("name") == "new")
        context.refreshAllObjects()
        #expect(found[1].text("name") == "new")
        context.reset()
        #expect(try context.fetch(Self.request("name"))[2].text("name") == "new")
    }

    @Test(
        "FET-35 CTX-141 a merge forgets the part, told by a notification or by IDs", arguments: [false, true])
    func merging(byIDs: Bool) throws {
        let shop = try BatchSizeTests.filled(2)
        let (context, other) = (shop.context, shop.stack.context())
        let found = try context.fetch(Self.request("name"))
        #expect(found.allSatisfy { $0.isFault } && found[0].text("name") == "c0")
        let changed = try other.existingObject(with: found[0].objectID)
        changed.setValue("new", forKey: "name")
        // Filled by the thread that saves.
        nonisolated(unsafe) var saved: Notification?
        let token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: other, queue: nil
        ) { saved = $0 }
        defer { NotificationCenter.default.removeObserver(token) }
        try other.save()
        if byIDs {
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: [changed.objectID]], into: [context])
        } else {
            context.mergeChanges(fromContextDidSave: try #require(saved))
        }
        #expect(found[0].isFault && found[0].text("name") == "new" && found[1].text("name") == "c1")
    }

    @Test("FET-35 objects with values keep them, and unsaved changes are found by them")
    func realized() throws {
        let shop = try BatchSizeTests.filled(3)
        let all = try shop.context.fetch(BatchSizeTests.request(0))
        all[0].setValue("mine", forKey: "name")
        shop.context.insert("Customer", ["name": "inserted", "rank": 7])
        let found = try shop.context.fetch(Self.request("name"))
        #expect(found.compactMap { $0.text("name") }.elementsEqual(["mine", "c1", "c2", "inserted"]))
        #expect(found[0] === all[0] && found[0].text("note") == "n0")
    }
}
