// SPDX-License-Identifier: Apache-2.0
// One save in two files: what each of them computes reaches its own objects, and nothing of a store that failed does.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived values of several stores") struct DerivedStoresTests {
    /// Two files with a list and an item each.
    private struct TwoHomes {
        let folder: TemporaryFolder
        let coordinator: NSPersistentStoreCoordinator
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        private(set) var lists: [NSManagedObject] = []
        private(set) var items: [NSManagedObject] = []

        init() throws {
            folder = try TemporaryFolder()
            coordinator = NSPersistentStoreCoordinator(managedObjectModel: TodoModel.make())
            context.persistentStoreCoordinator = coordinator
            // Commits of the second file wait for its readers.
            for (name, journal) in [("A", "WAL"), ("B", "DELETE")] {
                let pragmas = ["journal_mode": journal]
                let store = try coordinator.addPersistentStore(
                    ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("\(name).sqlite"),
                    options: [NSPersistentStoreTimeoutOption: 0.3, NSSQLitePragmasOption: pragmas])
                lists.append(context.insert("TodoList", ["name": "Home"]))
                items.append(context.insert("Item", ["title": name, "todolist": lists.last]))
                for object in [lists.last, items.last].compactMap(\.self) {
                    context.assign(object, to: store)
                }
            }
            try context.save()
        }

        var listNames: [String?] { items.map(\.listName) }

        func rename(_ name: String) {
            for list in lists { list.setValue(name, forKey: "name") }
        }
    }

    @Test("DER-23 STO-22 objects of equal keys get the values of their own stores")
    func bothStores() throws {
        let homes = try TwoHomes()
        homes.lists[0].setValue("Work", forKey: "name")
        try homes.context.save()
        #expect(homes.listNames == ["Work", "Home"])
        homes.lists[1].setValue("Shed", forKey: "name")
        try homes.context.save()
        #expect(homes.listNames == ["Work", "Shed"] && !homes.context.hasChanges)
    }

    @Test("DER-23 SAV-111 a store that fails in its commit changes nothing in memory")
    func incomplete() throws {
        let homes = try TwoHomes()
        let reader = try RawDatabase(homes.folder.file("B.sqlite"))
        try reader.rows("BEGIN")
        try reader.rows("SELECT * FROM ZITEM")
        homes.rename("Work")
        let error = #expect(throws: NSError.self) { try homes.context.save() }
        #expect(error?.code == 134040)
        try reader.rows("ROLLBACK")
        #expect(homes.listNames == ["Work", "Home"])
        #expect(!homes.items[1].hasChanges && homes.lists[1].isUpdated && !homes.lists[0].isUpdated)
        try homes.context.save()
        #expect(homes.listNames == ["Work", "Work"] && !homes.context.hasChanges)
    }
}
