// SPDX-License-Identifier: Apache-2.0
// Events that wait for a report to end, lists of objects that are saved meanwhile, and lists without an order that are fetched
// again.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Waiting events") struct WaitingEventTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Note", className: "ResultsTests.StampedNote", .attribute("name"),
                .attribute("isRead", .booleanAttributeType, default: false),
                .attribute("stamp", .integer64AttributeType, default: 0)))
    }

    private func names(_ list: NSFetchedResultsController<NSManagedObject>) -> [String] {
        (list.fetchedObjects ?? []).map(\.rowName)
    }

    @Test(
        "FET-94 a save within a report whose willSave writes a sort key is a move",
        arguments: Stack.Kind.allCases)
    func moveBySave(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        for (name, stamp) in [("a", 3), ("b", 2), ("c", 1)] {
            context.insert("Note", ["name": name, "stamp": stamp])
        }
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(key: "stamp", ascending: false)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        log.take()
        let notes = try #require(list.fetchedObjects)
        log.didChange = { [unowned log] in
            log.didChange = nil
            notes[2].setValue(true, forKey: "isRead")
            do { try context.save() } catch { Issue.record(error) }
        }
        notes[0].setValue("x", forKey: "name")
        context.processPendingChanges()
        #expect(names(list) == ["c", "x", "b"])
        #expect(log.take().contains("move [0,2]→[0,0]"))
    }

    @Test("PRE-45 FET-105 a list of many new objects keeps them when they change after their save")
    func savedList() throws {
        let stage = try ListStage(rows: [])
        let rows = (0..<9).map { stage.add("a\($0)") }
        let request = ListStage.request(nil, by: ["name"])
        request.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [rows])
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: stage.context, sectionNameKeyPath: nil,
            cacheName: nil)
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        rows[0].setValue(1, forKey: "points")
        stage.context.processPendingChanges()
        try stage.context.save()
        log.take()
        rows[0].setValue(2, forKey: "points")
        stage.context.processPendingChanges()
        #expect(log.take() == ["will", "update [0,0]→[0,0]", "did"])
        #expect(list.fetchedObjects?.count == 9)
    }

    @Test("FET-80 a list without an order has that of the IDs, also after it was fetched again")
    func reloadedWithoutOrder() throws {
        let model = ListStage.model()
        let row = try #require(model.entitiesByName["Row"])
        let name = try #require(row.propertiesByName["name"])
        // SQLite reads the rows of a range in the order of its index.
        row.indexes = [
            NSFetchIndexDescription(
                name: "byName",
                elements: [NSFetchIndexElementDescription(property: name, collationType: .binary)])
        ]
        let stack = try Stack(.sqlite, model)
        let context = stack.context()
        for name in ["c", "b", "a"] {
            context.insert("Row", ["name": name])
            try context.save()
        }
        let request = ListStage.request("name > 'A'", by: [])
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        #expect(names(list) == ["c", "b", "a"])
        context.reset()
        #expect(names(list) == ["c", "b", "a"])
    }
}

/// A note whose save stamps it when it was read.
final class StampedNote: NSManagedObject {
    override func willSave() {
        super.willSave()
        guard value(forKey: "isRead") as? Bool == true, value(forKey: "stamp") as? Int != 9 else { return }
        setValue(9, forKey: "stamp")
    }
}
