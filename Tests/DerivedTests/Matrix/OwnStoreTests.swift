// SPDX-License-Identifier: Apache-2.0
// Stores of a program's own type compute nothing: they refuse derived attributes.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A store without a file.
private final class OwnStore: NSAtomicStore, @unchecked Sendable {
    // Sendable because it has no state of its own.
    static let typeName = "OwnStoreOfDerivedTests"
    override var type: String { Self.typeName }
}

@Suite("Derived attributes in stores that cannot compute") struct OwnStoreTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.file("Test.own") }

    init() throws {
        folder = try TemporaryFolder()
        NSPersistentStoreCoordinator.registerStoreClass(OwnStore.self, forStoreType: OwnStore.typeName)
    }

    @Test("DER-40 DER-41 adding the store fails with entity, attribute and type")
    func refusal() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TodoModel.make())
        let error = #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(
                ofType: OwnStore.typeName, configurationName: nil, at: url)
        }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(error?.localizedDescription.contains("\"Item.listName\"") == true)
        #expect(error?.localizedDescription.contains(OwnStore.typeName) == true)
        #expect(coordinator.persistentStores.isEmpty)
    }

    @Test("DER-40 entities of other stores may have derived attributes")
    func configurations() throws {
        let model = TodoModel.make()
        let plain = NSEntityDescription()
        plain.name = "Plain"
        model.entities.append(plain)
        model.setEntities([plain], forConfigurationName: "Own")
        model.setEntities(model.entities.filter { $0 !== plain }, forConfigurationName: "Memory")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: OwnStore.typeName, configurationName: "Own", at: url)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: "Memory", at: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.insert("Plain")
        let list = context.insert("TodoList", ["name": "Home"])
        context.insert("Item", ["title": "Lamp", "todolist": list])
        try context.save()
        #expect(try context.all("TodoList", "count == 1").count == 1)
    }
}
