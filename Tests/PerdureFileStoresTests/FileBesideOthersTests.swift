// SPDX-License-Identifier: Apache-2.0
// One save in an XML or binary store and another store: all is written before one of them commits.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("XML and binary stores beside others") struct FileBesideOthersTests {
    /// Two stores of a coordinator: A has the objects of A, and B those of B.
    private struct Pair {
        let folder: TemporaryFolder
        let coordinator: NSPersistentStoreCoordinator
        let context: NSManagedObjectContext

        /// Saves an object in each store.
        init(_ types: [String]) throws {
            folder = try TemporaryFolder()
            let model = NSManagedObjectModel(
                EntitySketch("A", .attribute("name")), EntitySketch("B", .attribute("name")))
            for entity in model.entities {
                model.setEntities([entity], forConfigurationName: entity.name ?? "")
            }
            coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            for (name, type) in zip(["A", "B"], types) {
                try coordinator.addPersistentStore(
                    ofType: type, configurationName: name, at: folder.file(name))
            }
            context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            for name in ["A", "B"] { context.insert(name, ["name": "old"]) }
            try context.save()
        }

        /// Changes both objects.
        func change() throws {
            for name in ["A", "B"] { try context.all(name)[0].setValue("new", forKey: "name") }
        }

        /// The code of the error of a save; 0 for none.
        func save() -> Int {
            do { try context.save() } catch let error as NSError { return error.code }
            return 0
        }

        /// The names that the stores have.
        func names() throws -> [String?] {
            let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            reader.persistentStoreCoordinator = coordinator
            return try ["A", "B"].map { try reader.all($0)[0].value(forKey: "name") as? String }
        }

        func hiddenFiles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
                $0.contains(".saving")
            }
        }
    }

    @Test(
        "SAV-112 STO-72 a file that somebody else has changed leaves the other store as it was",
        arguments: FileStoreStack.types)
    func changedFile(_ type: String) throws {
        let pair = try Pair([NSSQLiteStoreType, type])
        try pair.change()
        let url = pair.folder.file("B")
        try Data(contentsOf: url).write(to: url, options: .atomic)
        for _ in 0..<2 {
            #expect(pair.save() == 134030)
            #expect(pair.context.updatedObjects.count == 2)
            #expect(try pair.names() == ["old", "old"])
        }
    }

    @Test(
        "SAV-112 a store whose file cannot be written leaves the other one's file",
        arguments: FileStoreStack.types, FileStoreStack.types)
    func obstacle(_ first: String, _ second: String) throws {
        let pair = try Pair([first, second])
        try pair.change()
        let bytes = try ["A", "B"].map { try Data(contentsOf: pair.folder.file($0)) }
        // A folder of the temporary file's name stands in the way, whoever runs the test.
        let obstacle = pair.folder.file(".B.saving")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
        #expect(pair.save() != 0)
        #expect(try pair.hiddenFiles() == [".B.saving"])
        #expect(try ["A", "B"].map { try Data(contentsOf: pair.folder.file($0)) } == bytes)
        #expect(try pair.names() == ["old", "old"])
        try FileManager.default.removeItem(at: obstacle)
        #expect(pair.save() == 0)
        #expect(try pair.names() == ["new", "new"] && pair.hiddenFiles().isEmpty)
    }

    @Test("SAV-112 a refused commit of the other store leaves the file", arguments: FileStoreStack.types)
    func givenUp(_ type: String) throws {
        let pair = try Pair([type, NSSQLiteStoreType])
        try pair.change()
        let bytes = try Data(contentsOf: pair.folder.file("A"))
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = pair.coordinator
        try other.all("B")[0].setValue("theirs", forKey: "name")
        try other.save()
        #expect(pair.save() == 133020)
        #expect(try Data(contentsOf: pair.folder.file("A")) == bytes && pair.hiddenFiles().isEmpty)
        pair.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        #expect(pair.save() == 0)
        #expect(try pair.names() == ["new", "new"])
    }
}
