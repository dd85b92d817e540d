// SPDX-License-Identifier: Apache-2.0
// What contexts say of changes, keep after errors, and register to be undone; relationships within one class, new subclasses.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ContextRuleTests {
    @Test("SD-130 a context has changes from the first insertion, change or deletion to the save")
    func changes() throws {
        let context = try Library.context()
        let label = Label("a")
        #expect(!context.hasChanges)
        context.insert(label)
        #expect(context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        label.text = "b"
        #expect(context.hasChanges)
        try context.save()
        context.delete(label)
        #expect(context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test("SD-133 SD-62 a refused save writes nothing and keeps the changes, and a corrected one writes all")
    func refused() throws {
        let container = try ModelContainer(
            for: Schema([Counted.self, Label.self]),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let counted = Counted()
        counted.parts = [Part()]
        context.insert(counted)
        context.insert(Label("good"))
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Label>()) == 0)
        #expect(context.insertedModelsArray.count == 3)
        counted.parts.append(Part())
        try context.save()
        let label = try #require(try ModelContext(container).fetch(FetchDescriptor<Label>()).first)
        #expect(label.books.isEmpty)
    }

    @Test("SD-139 processing changes lets them be undone") func undo() throws {
        let context = try Library.context()
        let label = Label("a")
        context.insert(label)
        try context.save()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        label.text = "b"
        context.processPendingChanges()
        manager.endUndoGrouping()
        #expect(manager.canUndo)
        manager.undo()
        #expect(label.text == "a")
    }

    @Test("SD-193 an error that SwiftData has no word for is Core Data's") func foreign() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.store")
        let writable = ModelContext(
            try ModelContainer(for: Schema(Library.types), configurations: ModelConfiguration(url: url)))
        try writable.save()
        let context = ModelContext(
            try ModelContainer(
                for: Schema(Library.types), configurations: ModelConfiguration(url: url, allowsSave: false)))
        context.insert(Label("a"))
        do {
            try context.save()
            Issue.record("the store may not be written")
        } catch {
            #expect(!(error is SwiftDataError) && (error as NSError).domain == NSCocoaErrorDomain)
        }
    }

    @Test("SD-77 a class may have relationships to itself") func own() throws {
        let container = try ModelContainer(
            for: Hall.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let (hall, roof) = (Hall(), Hall())
        hall.above = roof
        roof.above = roof
        context.insert(hall)
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Hall>())
        #expect(found.count == 2 && found.allSatisfy { $0.above?.above === $0.above })
    }

    @Test("SD-98 a subclass that comes later needs no plan") func later() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.store")
        let former = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
        let first = ModelContext(former)
        first.insert(Trip(name: "Rome"))
        try first.save()
        former.invalidate()
        let context = ModelContext(
            try ModelContainer(
                for: Trip.self, BusinessTrip.self, configurations: ModelConfiguration(url: url)))
        context.insert(BusinessTrip(name: "Oslo", perDiem: 80))
        try context.save()
        let names = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        #expect(names == ["Oslo", "Rome"])
    }
}
