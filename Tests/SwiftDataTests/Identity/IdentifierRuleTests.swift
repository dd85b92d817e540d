// SPDX-License-Identifier: Apache-2.0
// What identifiers are and show, and what a model says without a context. This file imports SwiftData alone, as programs do.

import SwiftData
import Testing

@Suite struct IdentifierRuleTests {
    private func saved(_ count: Int) throws -> (ModelContext, [Label]) {
        let context = try Library.context()
        let labels = (0..<count).map { Label("\($0)") }
        for label in labels { context.insert(label) }
        try context.save()
        return (context, labels)
    }

    @Test("SD-105 the id is the identifier, unless the class has an id of its own") func ids() {
        let (label, drink) = (Label("a"), Drink())
        #expect(label.id == label.persistentModelID)
        let own: UUID = drink.id
        #expect(own != Drink().id)
    }

    @Test("SD-111 identifiers have one order") func order() throws {
        let (_, labels) = try saved(20)
        let ids = labels.map(\.persistentModelID)
        let sorted = ids.sorted()
        #expect(ids.shuffled().sorted() == sorted && Set(ids).count == 20)
        for (left, right) in zip(sorted, sorted.dropFirst()) { #expect(left < right && !(right < left)) }
    }

    @Test("SD-112 identifiers of a program's own store are equal by their parts") func parts() throws {
        func id(_ key: Int, _ entity: String = "E") throws -> PersistentIdentifier {
            try PersistentIdentifier.identifier(for: "store", entityName: entity, primaryKey: key)
        }
        #expect(try id(1) == id(1))
        #expect(try id(1) != id(2))
        #expect(try id(1) != id(1, "F"))
        #expect(try id(1).storeIdentifier == "store" && id(1).entityName == "E")
    }

    @Test("SD-113 SD-194 an identifier shows its URL, and a mirror its parts") func shown() throws {
        let (context, labels) = try saved(1)
        let id = labels[0].persistentModelID
        #expect(
            id.description.hasPrefix(
                "PersistentIdentifier(id: SwiftData.PersistentIdentifier.ID(url: x-coredata://"))
        let content = try #require(Mirror(reflecting: id).children.first { $0.label == "implementation" })
            .value
        let fields = Set(Mirror(reflecting: content).children.compactMap(\.label))
        #expect(
            fields.isSuperset(of: [
                "isTemporary", "primaryKey", "uriRepresentation", "storeIdentifier", "entityName",
                "managedObjectID",
            ]))
        withExtendedLifetime(context) {}
    }

    @Test("SD-141 the identifiers that a save posts are permanent") func posted() throws {
        let context = try Library.context()
        nonisolated(unsafe) var inserted: [PersistentIdentifier] = []
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { note in
            let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
            inserted = note.userInfo?[key] as? [PersistentIdentifier] ?? []
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let label = Label("a")
        context.insert(label)
        try context.save()
        #expect(inserted == [label.persistentModelID] && inserted.first?.storeIdentifier != nil)
    }

    @Test("SD-148 a model without a context has none, no changes, and takes values") func alone() {
        let label = Label("a")
        label.text = "b"
        #expect(label.modelContext == nil && !label.hasChanges && !label.isDeleted && label.text == "b")
    }

    @Test("SD-1 one import gives Foundation, predicates and observing") func imports() throws {
        let context = try Library.context()
        let label = Label("a")
        context.insert(label)
        nonisolated(unsafe) var changes = 0
        withObservationTracking {
            _ = label.text
        } onChange: {
            changes += 1
        }
        label.text = "b"
        #expect(changes == 1 && Date.now > Date.distantPast)
        let text = "b"
        let found = FetchDescriptor<Label>(
            predicate: #Predicate { $0.text == text }, sortBy: [SortDescriptor(\.text)])
        #expect(try context.fetchCount(found) == 1)
    }

    @Test("SD-14 containers, configurations, schemas, identifiers and descriptors may cross isolations")
    func crossing()
        async throws
    {
        let container = try Library.container()
        let descriptor = FetchDescriptor<Label>()
        let (schema, configuration) = (container.schema, ModelConfiguration())
        let id = Label("a").persistentModelID
        let task = Task.detached {
            _ = (schema, configuration, id)
            return try ModelContext(container).fetchCount(descriptor)
        }
        #expect(try await task.value == 0)
    }
}
