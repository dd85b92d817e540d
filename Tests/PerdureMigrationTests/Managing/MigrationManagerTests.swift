// SPDX-License-Identifier: Apache-2.0
// What programs and policies see of a migration manager.

import CoreData
import PerdureTestSupport
import Testing

/// Looks at the manager in every hook.
final class LookingPolicy: NSEntityMigrationPolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        #expect(manager.sourceEntity(for: mapping)?.name == mapping.sourceEntityName)
        #expect(manager.destinationEntity(for: mapping)?.name == mapping.destinationEntityName)
        #expect(manager.mappingModel.entityMappings.contains { $0 === mapping })
        #expect(manager.sourceContext !== manager.destinationContext)
        // An object of the entity that the manager gives belongs to its context.
        if let entity = manager.destinationEntity(for: mapping), mapping.userInfo?["extra"] != nil {
            let extra = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
            extra.setValue("extra", forKey: "fullName")
        }
        note(manager)
    }

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        note(manager)
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
        note(manager)
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws { note(manager) }

    private func note(_ manager: NSMigrationManager) {
        HookLog.of(manager)?.progress.append(manager.migrationProgress)
    }
}

/// Cancels from another thread, and waits until that has happened.
final class DistantCanceller: NSEntityMigrationPolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        nonisolated(unsafe) let manager = manager
        let thread = Thread { manager.cancelMigrationWithError(NSError(domain: "elsewhere", code: 3)) }
        thread.start()
        while !thread.isFinished { usleep(100) }
    }
}

@Suite("Migration managers") struct MigrationManagerTests {
    @Test(
        "MIG-90 MIG-100 MIG-105 models, contexts, entities and progress, before, while and after a migration")
    func shows() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "LookingPolicy"
        mapping.mapping(to: "Writer")?.userInfo = ["extra": true]
        let log = HookLog()
        let manager = sample.manager(log)
        #expect(manager.sourceModel == sample.old && manager.destinationModel == sample.new)
        #expect(manager.migrationProgress == 1)
        #expect(manager.currentEntityMapping.sourceEntityName == nil)
        #expect(manager.mappingModel.entityMappings.isEmpty)
        try sample.migrate(mapping, by: manager)
        #expect(manager.migrationProgress == 1)
        #expect(manager.currentEntityMapping === mapping.entityMappings.last)
        #expect(log.progress.count == 6)
        #expect(log.progress == log.progress.sorted())
        #expect(log.progress.allSatisfy { (0...1).contains($0) })
        #expect(Set(log.progress).count >= 4)
        // What a policy inserts and does not associate is saved too.
        #expect(try sample.lines().contains { $0.hasPrefix("Writer fullName=extra") })
    }

    @Test("MIG-101 another thread may cancel")
    func cancelsFromElsewhere() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "DistantCanceller"
        let error = #expect(throws: NSError.self) { try sample.migrate(mapping) }
        #expect(error?.domain == "elsewhere" && error?.code == 3)
        // The next migration of another manager is not concerned.
        try sample.migrate(try sample.inferred())
    }

    @Test(
        "MIG-108 many objects are written in batches, with relationships that lead from one batch to another")
    func writesBatches() throws {
        let sample = try LibrarySample(authors: 3_500)
        let mapping = try sample.inferred()
        let manager = sample.manager()
        try sample.migrate(mapping, by: manager)
        try LibrarySample.with(sample.new, sample.destination) { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Writer")
            let writers = try context.fetch(request)
            #expect(writers.count == 3_500)
            for writer in writers {
                let works =
                    (writer.value(forKey: "works") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
                let name = (writer.value(forKey: "fullName") as? String ?? "").dropFirst("Author ".count)
                #expect(
                    works.map { $0.value(forKey: "title") as? String } == (0..<3).map { "Book \(name).\($0)" }
                )
            }
        }
    }

    @Test("MIG-107 types may differ, and a manager may migrate again")
    func migratesTwice() throws {
        let sample = try LibrarySample()
        let manager = sample.manager()
        try sample.migrate(try sample.inferred(), by: manager)
        let second = sample.folder.file("Second.sqlite")
        try manager.migrateStore(
            from: sample.source, type: .sqlite, mapping: try sample.inferred(), to: second, type: .sqlite)
        #expect(try sample.lines(at: second) == sample.lines())
        try manager.migrateStore(
            from: sample.source, type: .sqlite, mapping: try sample.inferred(),
            to: try #require(URL(string: "memory://other")), type: .inMemory)
    }
}
