// SPDX-License-Identifier: Apache-2.0
// Cache names of lists whose predicates name objects.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Caches of sections") struct SectionCacheTests {
    private func list(
        _ context: NSManagedObjectContext, _ cacheName: String, _ format: String, _ arguments: [Any]
    ) -> NSFetchedResultsController<NSManagedObject> {
        let request = ListStage.request(nil)
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "section",
            cacheName: cacheName)
    }

    /// A cache name that no other test has, for the time of a body.
    private func withCache(_ body: (String) throws -> Void) rethrows {
        let name = "FET-83 \(UUID())"
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        try body(name)
    }

    @Test("FET-83 an object stays the same one when it is read, edited, or named by its ID")
    func editedObject() throws {
        let stage = try ListStage()
        let other = stage.context.insert("Group", ["name": "other"])
        let group = stage.context.insert("Group", ["name": "g"])
        try stage.row("a1").setValue(group, forKey: "group")
        try stage.context.save()
        let reader = stage.stack.context()
        let fault = reader.object(with: group.objectID)
        try withCache { name in
            try list(reader, name, "group == %@", [fault]).performFetch()
            _ = fault.rowName
            try list(reader, name, "group == %@", [fault]).performFetch()
            fault.setValue("edited", forKey: "name")
            let edited = list(reader, name, "group IN %@", [[fault]])
            #expect(throws: CoreDataException.self) { try edited.performFetch() }
            for constant in [fault, group.objectID] as [Any] {
                let again = list(reader, name, "group == %@", [constant])
                try again.performFetch()
                #expect(again.fetchedObjects?.map(\.rowName) == ["a1"])
            }
            let another = list(reader, name, "group == %@", [other.objectID])
            #expect(throws: CoreDataException.self) { try another.performFetch() }
        }
    }

    @Test("FET-83 an object stays the same one when a save gives it a permanent ID")
    func savedObject() throws {
        let stage = try ListStage()
        let group = stage.context.insert("Group", ["name": "g"])
        try withCache { name in
            try list(stage.context, name, "group == %@ OR name == 'b1'", [group]).performFetch()
            try stage.context.save()
            let again = list(stage.context, name, "group == %@ OR name == 'b1'", [group])
            try again.performFetch()
            #expect(again.fetchedObjects?.map(\.rowName) == ["b1"])
        }
    }
}
