// SPDX-License-Identifier: Apache-2.0
// A coordinator with two stores: entity A lives in one file, entity B in the other.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Two SQLite files behind one coordinator.
struct TwoFiles {
    let coordinator: NSPersistentStoreCoordinator
    let folder: TemporaryFolder
    let a: NSPersistentStore
    let b: NSPersistentStore

    /// Opens the files, those that are missing are made.
    ///
    /// - Parameters:
    ///   - folder: where they are.
    ///   - reversed: whether the second one is added first.
    ///   - journal: the journal mode of the second one.
    ///   - type: the type of the second one.
    ///   - timeout: seconds that a save waits for a lock.
    /// - Throws: what adding the stores reports.
    init(
        _ folder: TemporaryFolder? = nil, reversed: Bool = false, journal: String = "WAL",
        type: String = NSSQLiteStoreType, timeout: Double = 0.3
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Self.model())
        let add = { (name: String, pragmas: [String: String], type: String) in
            try coordinator.addPersistentStore(
                ofType: type, configurationName: name, at: folder.file("\(name).sqlite"),
                options: [NSPersistentStoreTimeoutOption: timeout, NSSQLitePragmasOption: pragmas])
        }
        let addB = { try add("B", ["journal_mode": journal], type) }
        if reversed {
            b = try addB()
            a = try add("A", [:], NSSQLiteStoreType)
        } else {
            a = try add("A", [:], NSSQLiteStoreType)
            b = try addB()
        }
        self.folder = folder
        self.coordinator = coordinator
    }

    static func model() throws -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .attribute("count", .integer64AttributeType)),
            EntitySketch("B", .attribute("name"), .attribute("count", .integer64AttributeType)))
        for entity in model.entities {
            model.setEntities([entity], forConfigurationName: try #require(entity.name))
        }
        return model
    }

    func context(_ policy: NSMergePolicy = .error) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.mergePolicy = policy
        return context
    }

    /// What a file holds, past our own engine: names in order of keys.
    func names(_ entity: String) throws -> [String] {
        try raw(entity).rows("SELECT ZNAME FROM Z\(entity) ORDER BY Z_PK").map { $0[0] }
    }

    func raw(_ entity: String, isReadOnly: Bool = true) throws -> RawDatabase {
        try RawDatabase(folder.file("\(entity).sqlite"), isReadOnly: isReadOnly)
    }

    /// One object in each file.
    func fill(_ context: NSManagedObjectContext) throws -> (a: NSManagedObject, b: NSManagedObject) {
        let objects = (context.insert("A", ["name": "a"]), context.insert("B", ["name": "b"]))
        try context.save()
        return objects
    }
}
