// SPDX-License-Identifier: Apache-2.0
// A store of a program's own below a context: opening, fetching, saving, faults, what the store leaves to the context.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct DataStoreTests {
    private let log = ShelfLog()

    private func container() throws -> ModelContainer {
        try ModelContainer(for: Folder.self, Note.self, configurations: ShelfConfiguration(log: log))
    }

    private func filled(_ container: ModelContainer) throws -> PersistentIdentifier {
        let context = ModelContext(container)
        let folder = Folder("A")
        let note = Note("one", folder: folder)
        note.rank = .high
        note.place = Place(city: "Rome", floor: 2)
        context.insert(folder)
        context.insert(note)
        context.insert(Note("two"))
        try context.save()
        return note.persistentModelID
    }

    @Test("SD-184 a configuration is checked, gets the schema, and opens its store") func opening() throws {
        let context = ModelContext(try container())
        #expect(log.take() == ["validate", "open", "begin"])
        #expect(try context.fetch(FetchDescriptor<Note>()).isEmpty)
        #expect(throws: DataStoreError.unsupportedFeature) {
            try ModelContainer(
                for: Note.self, configurations: ShelfConfiguration(log: log, isValid: false))
        }
        let twice = [ShelfConfiguration(log: log), ShelfConfiguration(log: ShelfLog())]
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(for: Schema([Note.self]), configurations: twice)
        }
    }

    @Test("SD-186 a save hands over new models with temporary identifiers, which become permanent")
    func insertion() throws {
        let container = try container()
        let context = ModelContext(container)
        let folder = Folder("A")
        let note = Note("one", folder: folder)
        context.insert(note)
        _ = log.take()
        try context.save()
        #expect(log.take() == ["save +2 0 -0"])
        let identifier = note.persistentModelID
        #expect(identifier.storeIdentifier == "shelf-1" && log.snapshots[identifier] != nil)
        #expect(folder.notes == [note] && note.folder === folder && !context.hasChanges)
        let json = try ShelfStore.object(try #require(log.snapshots[identifier]))
        #expect(json["text"] as? String == "one" && json["rank"] as? String == "low")
        #expect(json["place"] == nil && json["folder"] is [String: Any])
    }

    @Test("SD-185 a fetch makes models of snapshots, relationships and forms of values among them")
    func reading() throws {
        let container = try container()
        let identifier = try filled(container)
        let context = ModelContext(container)
        let notes = try context.fetch(
            FetchDescriptor<Note>(
                predicate: #Predicate { $0.text == "one" }, sortBy: [SortDescriptor(\.text)]))
        let note = try #require(notes.first)
        #expect(notes.count == 1 && note.persistentModelID == identifier)
        #expect(note.rank == .high && note.place == Place(city: "Rome", floor: 2) && note.stars == 0)
        #expect(note.folder?.name == "A" && note.folder?.notes == [note])
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 2)
        #expect(try context.fetchIdentifiers(FetchDescriptor<Note>()).contains(identifier))
    }

    @Test("SD-185 a fault asks for one identifier") func faults() throws {
        let container = try container()
        let identifier = try filled(container)
        let context = ModelContext(container)
        let note = try #require(context.model(for: identifier) as? Note)
        let registered: Note? = context.registeredModel(for: identifier)
        #expect(note.text == "one" && note === registered)
        let copy = try JSONDecoder().decode(
            PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
        #expect(copy == identifier && context.model(for: copy) === note)
    }

    @Test("SD-186 changed and deleted models are handed over, and delete rules are the context's work")
    func changes() throws {
        let container = try container()
        let identifier = try filled(container)
        let context = ModelContext(container)
        let note = try #require(context.model(for: identifier) as? Note)
        note.text = "uno"
        _ = log.take()
        try context.save()
        #expect(log.take().filter { $0.hasPrefix("save") } == ["save +0 1 -0"])
        let other = ModelContext(container)
        #expect((other.model(for: identifier) as? Note)?.text == "uno")
        context.delete(try #require(note.folder))
        try context.save()
        #expect(log.snapshots.count == 1 && log.snapshots[identifier] == nil)
    }

    @Test("SD-186 what the store gives back replaces the values") func reregistration() throws {
        let context = ModelContext(try container())
        log.stars = 5
        let note = Note("one")
        context.insert(note)
        try context.save()
        #expect(note.stars == 5 && !note.hasChanges)
    }

    @Test("SD-186 an error of the store is the save's, and the changes stay") func failure() throws {
        let context = ModelContext(try container())
        let note = Note("one")
        context.insert(note)
        log.failure = DataStoreError.unsupportedFeature
        #expect(throws: DataStoreError.unsupportedFeature) { try context.save() }
        #expect(context.hasChanges && note.persistentModelID.storeIdentifier == nil)
        try context.save()
        #expect(log.snapshots.count == 1 && !context.hasChanges)
    }

    @Test(
        "SD-187 a context filters and sorts what the store leaves to it",
        arguments: [DataStoreError.preferInMemoryFilter, .preferInMemorySort])
    func preferences(preference: DataStoreError) throws {
        let container = try container()
        _ = try filled(container)
        log.preference = preference
        let context = ModelContext(container)
        context.insert(Note("three"))
        var descriptor = FetchDescriptor<Note>(
            predicate: #Predicate { $0.text != "one" }, sortBy: [SortDescriptor(\.text, order: .reverse)])
        #expect(try context.fetch(descriptor).map(\.text) == ["two", "three"])
        #expect(try context.fetchCount(descriptor) == 2)
        descriptor.fetchLimit = 1
        #expect(try context.fetch(descriptor).map(\.text) == ["two"])
    }

    @Test("SD-188 a store deletes all of a class by itself") func batchDeletion() throws {
        let container = try container()
        let identifier = try filled(container)
        let context = ModelContext(container)
        let note = try #require(context.model(for: identifier) as? Note)
        #expect(note.text == "one")
        context.insert(Note("three"))
        _ = log.take()
        try context.delete(model: Note.self)
        #expect(log.take() == ["delete Note"] && note.isDeleted && note.text == "one")
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0 && !context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 1)
    }

    @Test("SD-188 a store's history is the context's") func history() throws {
        let container = try container()
        let context = ModelContext(container)
        context.author = "me"
        context.insert(Note("one"))
        try context.save()
        let all = HistoryDescriptor<ShelfTransaction>()
        #expect(try context.fetchHistory(all).map(\.author) == ["me"])
        try context.deleteHistory(all)
        #expect(try context.fetchHistory(all).isEmpty)
    }

    @Test("SD-147 a context has an identity and its author") func editingState() throws {
        let context = ModelContext(try container())
        context.author = "me"
        let state = context.editingState
        #expect(state.author == "me" && state.id == context.editingState.id)
        #expect(state.id != ModelContext(context.container).editingState.id)
    }

    @Test("SD-189 a snapshot is coded by the names of properties") func coding() throws {
        let identifier = try filled(try container())
        let snapshot = try #require(log.snapshots[identifier])
        let copy = try JSONDecoder().decode(
            DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
        let (one, two) = try (ShelfStore.object(snapshot), ShelfStore.object(copy))
        #expect(copy.persistentIdentifier == identifier)
        #expect(NSDictionary(dictionary: one) == NSDictionary(dictionary: two))
        #expect(Set(one.keys) == ["persistentIdentifier", "text", "rank", "place", "stars", "folder"])
    }
}
