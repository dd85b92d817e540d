// SPDX-License-Identifier: Apache-2.0
// Requests without the type of their results: settings are shared both ways.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Erased requests")
struct ErasedRequestTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Note", .attribute("title"), .attribute("rank", .integer64AttributeType)))
    }

    @Test("PRG-4 what is set on one is set on the other")
    func sharing() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.fetchLimit = 3
        let erased = request.erased()
        #expect(erased.entityName == "Note" && erased.fetchLimit == 3)
        erased.resultType = .dictionaryResultType
        erased.predicate = NSPredicate(format: "rank > 1")
        erased.affectedStores = []
        #expect(request.resultType == .dictionaryResultType && request.affectedStores?.isEmpty == true)
        #expect(request.predicate == erased.predicate)
        request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
        request.affectedStores = nil
        #expect(erased.sortDescriptors?.count == 1 && erased.affectedStores == nil)
        #expect(erased.erased().fetchLimit == 3)
    }

    @Test("PRG-4 a copy has settings of its own")
    func copies() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        let copy = try #require(request.erased().copy() as? NSFetchRequest<any NSFetchRequestResult>)
        copy.fetchLimit = 5
        request.fetchOffset = 2
        #expect(request.fetchLimit == 0 && copy.fetchOffset == 0)
    }

    @Test("PRG-4 an erased request fetches, counts and deletes", arguments: Stack.Kind.allCases)
    func fetching(kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        for rank in 1...4 { context.insert("Note", ["title": "n\(rank)", "rank": rank]) }
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "rank > 2")
        request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
        let erased = request.erased()
        #expect(try context.count(for: erased) == 2)
        #expect(
            try context.fetch(erased).compactMap { ($0 as? NSManagedObject)?["title"] as? String } == [
                "n3", "n4",
            ])
        erased.resultType = .managedObjectIDResultType
        #expect(try context.fetch(erased).allSatisfy { $0 is NSManagedObjectID })
    }

    @Test("PRG-4 a template that shares its settings is closed with its model")
    func templates() async throws {
        let model = Self.model()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        model.setFetchRequestTemplate(request, forName: "all")
        request.fetchLimit = 7
        #expect(model.fetchRequestTemplate(forName: "all")?.fetchLimit == 7)
        try model.freeze()
        #expect(request.settings.seal.isClosed)
    }

    @Test("PRG-6 the base class's request has no entity and takes every result type")
    func base() throws {
        let stack = try Stack(.sqlite, Self.model())
        let context = stack.context()
        context.insert("Note", ["title": "a", "rank": 1])
        try context.save()
        let request = NSManagedObject.fetchRequest()
        #expect(request.entity == nil && request.entityName == nil)
        request.entity = stack.coordinator.managedObjectModel.entitiesByName["Note"]
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["title"]
        #expect(try context.fetch(request).compactMap { ($0 as? NSDictionary)?["title"] as? String } == ["a"])
        request.resultType = .countResultType
        #expect(try context.fetch(request).first as? Int == 1)
    }
}
