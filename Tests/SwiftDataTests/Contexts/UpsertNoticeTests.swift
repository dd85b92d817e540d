// SPDX-License-Identifier: Apache-2.0
// What others hear of a save in which a new model took the place of a stored row: the row is updated.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Suite struct UpsertNoticeTests {
    /// Saves a ticket with 5 seats; the context still has its model.
    private func saved(_ container: ModelContainer) throws -> (context: ModelContext, ticket: Ticket) {
        let context = ModelContext(container)
        let ticket = Ticket("a")
        ticket.seats = 5
        context.insert(ticket)
        try context.save()
        return (context, ticket)
    }

    private func insert(_ seats: Int, into context: ModelContext) throws {
        let ticket = Ticket("a")
        ticket.seats = seats
        context.insert(ticket)
        context.insert(Ticket("b"))
        try context.save()
    }

    @Test(
        "SD-142 SD-140 others see the values, and the identifier is told as updated",
        arguments: [true, false])
    func contexts(isRegistered: Bool) throws {
        let container = try ModelContainer(
            for: Ticket.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let (writer, ticket) = try saved(container)
        let reader = ModelContext(container)
        let held = try #require(try reader.fetch(FetchDescriptor<Ticket>()).first)
        #expect(held.seats == 5)
        let saver = isRegistered ? writer : ModelContext(container)
        let box = ModelContextTests.Box()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: saver, queue: nil
        ) { box.add($0.userInfo ?? [:]) }
        defer { NotificationCenter.default.removeObserver(token) }
        try insert(9, into: saver)
        let seats = try reader.fetch(FetchDescriptor<Ticket>(sortBy: [SortDescriptor(\.code)])).map(\.seats)
        #expect(seats == [9, 1] && held.seats == 9)
        func told(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier]? {
            box.all.last?[key.rawValue] as? [PersistentIdentifier]
        }
        #expect(told(.updatedIdentifiers) == [ticket.persistentModelID])
        #expect(told(.insertedIdentifiers)?.count == 1 && told(.deletedIdentifiers) == [])
        #expect(told(.insertedIdentifiers) != [ticket.persistentModelID])
    }

    @MainActor @Test("SD-204 managed objects of the file see the values too", arguments: [true, false])
    func managedObjects(isRegistered: Bool) async throws {
        let folder = try TemporaryFolder()
        let container = try ModelContainer(
            for: Ticket.self, configurations: ModelConfiguration(url: folder.file("a.store")))
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Ticket.self))
        let objects = try container.makePersistentContainer(managedObjectModel: model)
        let (writer, ticket) = try saved(container)
        let object = try #require(
            try objects.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "Ticket")).first)
        #expect(object.value(forKey: "seats") as? Int == 5)
        let saver = isRegistered ? writer : ModelContext(container)
        try insert(9, into: saver)
        await objects.viewContext.perform {}
        #expect(object.value(forKey: "seats") as? Int == 9 && ticket.code == "a")
    }
}
