// SPDX-License-Identifier: Apache-2.0
// Hooks that delete objects, or reset the contexts of a migration.

import CoreData
import PerdureTestSupport
import Testing

/// Deletes the first writer once all are made.
final class DeletingPolicy: NSEntityMigrationPolicy {
    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws
    {
        let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil)
        let first = try #require(made.first { $0.value(forKey: "fullName") as? String == "Author 0" })
        manager.destinationContext.delete(first)
        let left = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil)
        #expect(left.count == made.count - 1 && !left.contains(first))
    }
}

/// Resets the source's context after each object.
final class ForgettingPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        manager.sourceContext.reset()
    }
}

/// Resets the destination's context while it has objects.
final class DroppingPolicy: NSEntityMigrationPolicy {
    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws
    {
        manager.destinationContext.reset()
    }
}

@Suite("Hooks and the contexts of a migration") struct HookedContextTests {
    private func migrated(_ policy: AnyClass, authors: Int) throws -> LibrarySample {
        let sample = try LibrarySample(authors: authors)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = NSStringFromClass(policy)
        try sample.migrate(mapping)
        return sample
    }

    @Test("MIG-95 PRG-39 an object that a hook deletes is gone, and nothing refers to it")
    func deletes() throws {
        let sample = try migrated(DeletingPolicy.self, authors: 2)
        let database = try RawDatabase(sample.destination)
        #expect(try database.rows("SELECT ZFULLNAME FROM ZWRITER") == [["Author 1"]])
        #expect(
            try database.rows(
                "SELECT COUNT(*) FROM ZVOLUME WHERE ZWRITER NOT IN (SELECT Z_PK FROM ZWRITER)") == [["0"]])
        #expect(try database.rows("SELECT COUNT(*) FROM ZVOLUME WHERE ZWRITER IS NULL") == [["3"]])
    }

    @Test("MIG-95 a hook that resets the source's context loses no values")
    func resetsSource() throws {
        let sample = try migrated(ForgettingPolicy.self, authors: 12)
        let rows = try RawDatabase(sample.destination).rows("SELECT ZFULLNAME FROM ZWRITER ORDER BY Z_PK")
        #expect(Set(rows) == Set((0..<12).map { ["Author \($0)"] }))
    }

    @Test("MIG-95 a hook that would lose objects of the destination is told so, and nothing is migrated")
    func resetsDestination() throws {
        let error = #expect(throws: NSError.self) { try migrated(DroppingPolicy.self, authors: 1) }
        #expect(error?.code == NSEntityMigrationPolicyError)
        #expect(error?.localizedDescription.contains("reset() would lose them") == true)
    }
}
