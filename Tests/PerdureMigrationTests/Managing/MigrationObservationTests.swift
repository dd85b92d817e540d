// SPDX-License-Identifier: Apache-2.0
// What a program hears of migrations while they run: progress, its cancellation, and the events of a coordinator.

import CoreData
import PerdureTestSupport
import Testing

@testable import PerdureMigration

/// Cancels the progress that its mapping names.
final class ProgressCanceller: NSEntityMigrationPolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        (mapping.userInfo?["progress"] as? Progress)?.cancel()
    }
}

/// A class of stores that names a manager of its own.
final class ManagedStore: NSAtomicStore, @unchecked Sendable {
    override class func migrationManagerClass() -> AnyClass { ManagedStoreManager.self }
}

final class ManagedStoreManager: NSMigrationManager {}

@Suite("Observing migrations") struct MigrationObservationTests {
    /// Runs a body under a progress of one unit.
    private func observed(_ progress: Progress, _ body: () throws -> Void) rethrows {
        progress.becomeCurrent(withPendingUnitCount: 1)
        defer { progress.resignCurrent() }
        try body()
    }

    private func events(_ coordinator: NSPersistentStoreCoordinator, _ body: () throws -> Void) async throws
        -> [StoreMigrationEvent.Step]
    {
        let stream = coordinator.migrationEvents
        try body()
        var steps: [StoreMigrationEvent.Step] = []
        for await event in stream {
            steps.append(event.step)
            switch event.step {
            case .finished, .failed: return steps
            default: break
            }
        }
        return steps
    }

    @Test("MIG-144 a manager's migration is a part of the current progress")
    func progress() throws {
        let sample = try LibrarySample(authors: 10)
        let progress = Progress(totalUnitCount: 1)
        try observed(progress) { try sample.migrate(try sample.inferred()) }
        #expect(progress.fractionCompleted == 1 && progress.isFinished)
    }

    @Test("MIG-101 MIG-144 a cancelled progress is 134120, and nothing is left of the destination")
    func cancelled() throws {
        let sample = try LibrarySample(authors: 10)
        let progress = Progress(totalUnitCount: 1)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "ProgressCanceller"
        mapping.mapping(to: "Writer")?.userInfo = ["progress": progress]
        let error = #expect(throws: NSError.self) { try observed(progress) { try sample.migrate(mapping) } }
        #expect(error?.code == NSMigrationCancelledError)
        #expect(!FileManager.default.fileExists(atPath: sample.destination.path))
    }

    @Test("MIG-101 the copy that an inferred mapping makes heeds a cancellation too")
    func cancelledCopy() throws {
        let sample = try LibrarySample()
        let manager = NSMigrationManager(sourceModel: sample.old, destinationModel: sample.new)
        manager.cancelMigrationWithError(NSError(domain: "mine", code: 18))
        let error = #expect(throws: NSError.self) {
            try sample.migrate(try sample.inferred(), by: manager)
        }
        #expect(error?.domain == "mine" && error?.code == 18)
        #expect(!FileManager.default.fileExists(atPath: sample.destination.path))
    }

    @Test("MIG-101 MIG-144 a cancelled progress ends stages between two steps")
    func cancelledStages() throws {
        let file = try PeopleFile()
        let progress = Progress(totalUnitCount: 1)
        let stage = PeopleVersions.splitting()
        stage.didMigrateHandler = { _, _ in progress.cancel() }
        let stages = [
            NSLightweightMigrationStage([PeopleVersions.first().versionChecksum]), stage,
            NSLightweightMigrationStage([PeopleVersions.fourth().versionChecksum]),
        ]
        let error = #expect(throws: NSError.self) {
            try observed(progress) { try file.open(PeopleVersions.fourth(), stages) }
        }
        #expect(error?.code == NSMigrationCancelledError)
        #expect(try file.checksum() == PeopleVersions.third().versionChecksum)
        #expect(try file.open(PeopleVersions.fourth(), stages, reading: ["age"]) == ["7", "7"])
    }

    @Test("MIG-144 a coordinator tells of a migration in place, with the copy before it")
    func inPlaceEvents() async throws {
        let file = try LibraryFile("Page")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryVersions.second("Page"))
        let copy = file.folder.file("Copy.sqlite")
        var options = LibraryVersions.migrating
        options[NSPersistentStoreDescription.backupBeforeMigrationKey] = copy
        let found = try await events(coordinator) {
            _ = try coordinator.addPersistentStore(type: .sqlite, at: file.url, options: options)
        }
        #expect(found == [.began(.inPlace), .backedUp(copy), .finished])
    }

    @Test("MIG-144 a coordinator tells of stages, with versions and labels")
    func stagedEvents() async throws {
        let file = try PeopleFile()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: PeopleVersions.third())
        let stages = [
            NSLightweightMigrationStage([PeopleVersions.first().versionChecksum]), PeopleVersions.splitting(),
        ]
        let found = try await events(coordinator) {
            _ = try coordinator.addPersistentStore(
                type: .sqlite, at: file.url,
                options: PeopleFile.options(NSStagedMigrationManager(stages)))
        }
        let checksums = [PeopleVersions.second(), PeopleVersions.third()].map(\.versionChecksum)
        #expect(found.first == .began(.stages) && found.last == .finished)
        #expect(found.contains(.stage(versionChecksum: checksums[1], label: "Split the names")))
        #expect(found.count == 4)
    }

    @Test("MIG-144 an automatic migration by a mapping model tells of its passes and how much is done")
    func mappingEvents() throws {
        let sample = try LibrarySample(authors: 200)
        var steps: [StoreMigrationEvent.Step] = []
        try HeavyMigration(
            url: sample.source, type: NSSQLiteStoreType, options: nil, from: sample.old, to: sample.new,
            mapping: try sample.inferred()
        ) { steps.append($0) }.run()
        let name = try #require(try sample.inferred().mapping(to: "Writer")?.name)
        for pass in 1...3 { #expect(steps.contains(.entityMapping(name, pass: pass))) }
        let parts = steps.compactMap { if case .progressed(let part) = $0 { part } else { nil } }
        #expect(parts == parts.sorted() && parts.last == 1 && parts.count > 20 && parts.count <= 100)
    }

    @Test("MIG-138 a class of stores names the class of its managers; the default is NSMigrationManager")
    func managerClass() {
        let types: [AnyClass] = [
            NSPersistentStore.migrationManagerClass(), ManagedStore.migrationManagerClass(),
        ]
        let wanted: [AnyClass] = [NSMigrationManager.self, ManagedStoreManager.self]
        #expect(types.map(ObjectIdentifier.init) == wanted.map(ObjectIdentifier.init))
    }
}
