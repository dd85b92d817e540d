// SPDX-License-Identifier: Apache-2.0
// One file, used by models and by managed objects with classes of the program's own, in one process.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

final class LabelObject: NSManagedObject {
    var text: String {
        get { value(forKey: "text") as? String ?? "" }
        set { setValue(newValue, forKey: "text") }
    }
}

@Suite struct MixedFileTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Schema(Library.types), configurations: ModelConfiguration(url: folder.file("shared.store")))
    }

    private func model() throws -> NSManagedObjectModel {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Library.types))
        model.entitiesByName["Label"]?.managedObjectClassName = NSStringFromClass(LabelObject.self)
        return model
    }

    private func labels(_ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            let request = NSFetchRequest<LabelObject>(entityName: "Label")
            request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
            return try context.fetch(request).map(\.text)
        }
    }

    @Test("SD-204 what models save is there for managed objects, in objects that they have already too")
    func modelsSave() throws {
        let objects = try container.makePersistentContainer(managedObjectModel: try model())
        let models = ModelContext(container)
        let label = Label("a")
        models.insert(label)
        try models.save()
        let context = objects.newBackgroundContext()
        #expect(try labels(context) == ["a"])
        label.text = "b"
        models.insert(Label("c"))
        try models.save()
        #expect(try labels(objects.newBackgroundContext()) == ["b", "c"])
        models.delete(label)
        try models.save()
        #expect(try labels(objects.newBackgroundContext()) == ["c"])
    }

    @Test("SD-204 what managed objects save is there for models, in models that a context has already too")
    func objectsSave() throws {
        let objects = try container.makePersistentContainer(managedObjectModel: try model())
        let models = ModelContext(container)
        let kept = Label("a")
        models.insert(kept)
        try models.save()
        let context = objects.newBackgroundContext()
        try context.performAndWait {
            let found = try context.fetch(NSFetchRequest<LabelObject>(entityName: "Label"))
            found.first?.text = "changed"
            let new = NSEntityDescription.insertNewObject(forEntityName: "Label", into: context)
            new.setValue("new", forKey: "text")
            try context.save()
        }
        let texts = try models.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.text)])).map(\.text)
        #expect(texts == ["changed", "new"] && kept.text == "changed")
        try context.performAndWait {
            for object in try context.fetch(NSFetchRequest<LabelObject>(entityName: "Label")) {
                context.delete(object)
            }
            try context.save()
        }
        #expect(try models.fetchCount(FetchDescriptor<Label>()) == 0)
        #expect(kept.isDeleted && kept.text == "changed")
    }

    @MainActor @Test("SD-204 the view context hears of saves without a fetch") func viewContext() async throws
    {
        let objects = try container.makePersistentContainer(managedObjectModel: try model())
        let models = ModelContext(container)
        let label = Label("a")
        models.insert(label)
        try models.save()
        let object = try #require(
            try objects.viewContext.fetch(NSFetchRequest<LabelObject>(entityName: "Label")).first)
        #expect(object.text == "a")
        label.text = "b"
        try models.save()
        await objects.viewContext.perform {}
        #expect(object.text == "b")
    }

    @Test("SD-204 a model with other entities and a store in memory are refused") func refusals() throws {
        let other = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Author.self))
        other.entitiesByName["Label"]?.versionHashModifier = "2"
        let error = #expect(throws: SwiftDataError.self) {
            try container.makePersistentContainer(managedObjectModel: other)
        }
        #expect(error == .loadIssueModelContainer && error?.explanation.contains("differ in") == true)
        #expect(error?.explanation.contains("Label") == true)
        let memory = try Library.container()
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try memory.makePersistentContainer(managedObjectModel: try model())
        }
    }
}
