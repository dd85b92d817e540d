// SPDX-License-Identifier: Apache-2.0
// Contexts: inserting, deleting, saving, taking back, notifications, undo, and what other contexts see.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ModelContextTests {
    private func saved(_ context: ModelContext, _ name: String = "Ada") throws -> Author {
        let author = Author(name: name)
        context.insert(author)
        try context.save()
        return author
    }

    @Test("SD-127 inserting twice does nothing") func twice() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        context.insert(author)
        #expect(context.insertedModelsArray.count == 1)
    }

    @Test("SD-128 a new model that is deleted leaves the context, a saved one with the save") func deletion()
        throws
    {
        let context = try Library.context()
        let new = Author(name: "Eve")
        context.insert(new)
        context.delete(new)
        #expect(!context.hasChanges && context.insertedModelsArray.isEmpty)
        let author = try saved(context)
        context.delete(author)
        #expect(author.isDeleted && context.deletedModelsArray.count == 1)
        try context.save()
        #expect(author.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
    }

    @Test("OBJ-160 SD-127 inserting a model that was deleted here takes the deletion back") func revival()
        throws
    {
        let container = try Library.container()
        let context = ModelContext(container)
        let author = try saved(context)
        for isProcessed in [false, true] {
            context.delete(author)
            if isProcessed { context.processPendingChanges() }
            context.insert(author)
            #expect(!author.isDeleted && context.deletedModelsArray.isEmpty)
            author.visit()
            try context.save()
            #expect(author.modelContext === context)
        }
        let second = ModelContext(container)
        #expect(try second.fetch(FetchDescriptor<Author>()).map(\.visits) == [2])
    }

    @Test("SD-129 all models that match are deleted with the next save") func bulkDeletion() throws {
        let context = try Library.context()
        for name in ["Ada", "Bob", "Eve"] { context.insert(Author(name: name)) }
        try context.save()
        context.insert(Author(name: "Zoe"))
        try context.delete(model: Author.self, where: #Predicate { $0.name > "Azz" })
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["Ada"])
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @Test("SD-131 each changed model stands in one list") func lists() throws {
        let context = try Library.context()
        let author = try saved(context)
        author.visit()
        let other = Author(name: "Eve")
        context.insert(other)
        other.visit()
        #expect(context.changedModelsArray.map { ($0 as? Author)?.name } == ["Ada"])
        #expect(context.insertedModelsArray.map { ($0 as? Author)?.name } == ["Eve"])
    }

    @Test("SD-132 SD-140 a save without changes posts nothing, any other one its identifiers")
    func notifications() throws {
        let context = try Library.context()
        let box = Box()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { box.add($0.userInfo ?? [:]) }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        #expect(box.all.isEmpty)
        let author = try saved(context)
        let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
        #expect(box.all.last?[key] as? [PersistentIdentifier] == [author.persistentModelID])
        author.visit()
        try context.save()
        let updated = ModelContext.NotificationKey.updatedIdentifiers.rawValue
        #expect(box.all.last?[updated] as? [PersistentIdentifier] == [author.persistentModelID])
    }

    /// Collects notifications.
    final class Box: @unchecked Sendable {
        // Sendable because one thread uses it.
        private(set) var all: [[AnyHashable: Any]] = []
        func add(_ information: [AnyHashable: Any]) { all.append(information) }
    }

    @Test("SD-134 a rollback brings back values and deleted models, and takes new ones away") func rollback()
        throws
    {
        let context = try Library.context()
        let (ada, eve) = (try saved(context), try saved(context, "Eve"))
        ada.visit()
        context.delete(eve)
        let new = Author(name: "Zoe")
        context.insert(new)
        context.rollback()
        #expect(ada.visits == 0 && !eve.isDeleted && new.modelContext == nil && !context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
    }

    struct Stop: Error {}

    @Test("SD-135 a transaction saves, and an error takes only its own changes back") func transactions()
        throws
    {
        let context = try Library.context()
        let ada = try saved(context)
        try context.transaction { ada.visit() }
        #expect(ada.visits == 1 && !context.hasChanges)
        #expect(throws: Stop.self) {
            try context.transaction {
                ada.visit()
                throw Stop()
            }
        }
        #expect(ada.visits == 1 && !context.hasChanges)
        ada.name = "Ada L."
        #expect(throws: Stop.self) {
            try context.transaction {
                ada.visit()
                context.insert(Author(name: "Eve"))
                throw Stop()
            }
        }
        #expect(ada.visits == 1 && ada.name == "Ada L." && context.hasChanges)
        #expect(context.insertedModelsArray.isEmpty)
    }

    @Test("SD-138 an undo manager takes changes back and brings them again") func undo() throws {
        let context = try Library.context()
        let ada = try saved(context)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        ada.name = "Eve"
        context.insert(Author(name: "Zoe"))
        context.processPendingChanges()
        manager.endUndoGrouping()
        manager.undo()
        #expect(ada.name == "Ada" && context.insertedModelsArray.isEmpty)
        manager.redo()
        #expect(ada.name == "Eve")
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
    }

    @Test("SD-142 another context sees saved values with its next fetch, and keeps its changes")
    func sharing() throws {
        let container = try Library.container()
        let (one, two) = (ModelContext(container), ModelContext(container))
        let author = try saved(one)
        let other = try #require(try two.fetch(FetchDescriptor<Author>()).first)
        author.name = "Ada L."
        author.visit()
        other.born = Date(timeIntervalSinceReferenceDate: 5)
        try one.save()
        #expect(try two.fetch(FetchDescriptor<Author>()).first === other)
        #expect(other.name == "Ada L." && other.visits == 1)
        #expect(other.born == Date(timeIntervalSinceReferenceDate: 5))
    }

    @Test("SD-143 a model is found by its identifier, and not by that of another class") func finding() throws
    {
        let container = try Library.container()
        let author = try saved(ModelContext(container))
        let context = ModelContext(container)
        #expect(context.registeredModel(for: author.persistentModelID) as Author? == nil)
        let found = context.model(for: author.persistentModelID)
        #expect((found as? Author)?.name == "Ada")
        #expect(context.registeredModel(for: author.persistentModelID) as Book? == nil)
        #expect(context.registeredModel(for: author.persistentModelID) as Author? === found)
    }

    @Test("SD-82 a model with a known unique value updates the stored row") func upsert() throws {
        let container = try Library.container()
        let context = ModelContext(container)
        let author = try saved(context)
        let number = author.persistentModelID
        let second = ModelContext(container)
        let other = Author(name: "Ada")
        other.born = Date(timeIntervalSinceReferenceDate: 7)
        second.insert(other)
        try second.save()
        let third = ModelContext(container)
        let all = try third.fetch(FetchDescriptor<Author>())
        #expect(all.count == 1 && all.first?.born == Date(timeIntervalSinceReferenceDate: 7))
        #expect(all.first?.persistentModelID == number)
    }

    @Test("SD-84 two new models with one unique value become one row") func twins() throws {
        let container = try Library.container()
        let context = ModelContext(container)
        for seconds in [1.0, 2.0] {
            let author = Author(name: "Ada")
            author.born = Date(timeIntervalSinceReferenceDate: seconds)
            context.insert(author)
        }
        try context.save()
        let all = try ModelContext(container).fetch(FetchDescriptor<Author>())
        #expect(all.map(\.born) == [Date(timeIntervalSinceReferenceDate: 2)])
    }
}
