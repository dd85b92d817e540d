// SPDX-License-Identifier: Apache-2.0
// What three passes make of a store, and in which order they call a policy.

import CoreData
import PerdureTestSupport
import Testing

/// What a policy of a test notes, found by the manager's user info.
final class HookLog: @unchecked Sendable {
    // Sendable because each test has logs of its own, and migrates on one thread.
    var calls: [String] = []
    /// The hook that shall fail.
    var failing: String?
    var classes: Set<String> = []
    var progress: [Float] = []

    struct Failure: Error {}

    init(failing: String? = nil) { self.failing = failing }

    static func of(_ manager: NSMigrationManager) -> HookLog? { manager.userInfo?["log"] as? HookLog }
}

/// Notes each hook.
final class RecordingPolicy: NSEntityMigrationPolicy {
    private var entity: String?

    private func note(_ hook: String, _ mapping: NSEntityMapping, _ manager: NSMigrationManager) throws {
        let name = mapping.destinationEntityName ?? mapping.sourceEntityName ?? ""
        // One policy belongs to one mapping.
        #expect((hook == "begin") == (entity == nil) && entity ?? name == name)
        entity = name
        #expect(manager.currentEntityMapping === mapping)
        HookLog.of(manager)?.calls.append("\(hook) \(name)")
        if HookLog.of(manager)?.failing == hook { throw HookLog.Failure() }
    }

    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        try note("begin", mapping, manager)
    }

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try note("create", mapping, manager)
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    }

    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws
    {
        try note("endCreation", mapping, manager)
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try note("relate", mapping, manager)
        try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    }

    override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager)
        throws
    {
        try note("endRelating", mapping, manager)
    }

    override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager)
        throws
    {
        try note("validate", mapping, manager)
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        // After a failure another mapping may be the current one.
        HookLog.of(manager)?.calls.append(
            "end \(mapping.destinationEntityName ?? mapping.sourceEntityName ?? "")")
        if HookLog.of(manager)?.failing == "end" { throw HookLog.Failure() }
    }
}

/// Notes the classes of objects.
final class ClassPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = manager.destinationInstances(
            forEntityMappingName: mapping.name, sourceInstances: [sInstance])
        #expect(made.count == 1)
        HookLog.of(manager)?.classes.formUnion((made + [sInstance]).map { "\(type(of: $0))" })
    }
}

/// Changes source objects.
final class VandalPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        sInstance.setValue("changed", forKey: "name")
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    }
}

@Suite("Passes of a migration") struct MigrationPassTests {
    private func recorded(_ sample: LibrarySample) throws -> NSMappingModel {
        let mapping = try sample.inferred()
        for name in ["Writer", "Shelf"] {
            mapping.mapping(to: name)?.entityMigrationPolicyClassName = "RecordingPolicy"
        }
        mapping.entityMappings.first { $0.mappingType == .removeEntityMappingType }?
            .entityMigrationPolicyClassName =
            "PerdureMigrationTests.RecordingPolicy"
        return mapping
    }

    @Test("MIG-93 MIG-94 three passes over all mappings in their order, with one policy for each mapping")
    func callsHooks() throws {
        let sample = try LibrarySample()
        let mapping = try recorded(sample)
        let log = HookLog()
        try sample.migrate(mapping, by: sample.manager(log))
        let order = mapping.entityMappings.filter { $0.entityMigrationPolicyClassName != nil }
            .compactMap { $0.destinationEntityName ?? $0.sourceEntityName }
        let first = order.flatMap {
            ["begin \($0)"] + ($0 == "Writer" ? ["create Writer", "create Writer"] : []) + [
                "endCreation \($0)"
            ]
        }
        let second = order.flatMap {
            ($0 == "Writer" ? ["relate Writer", "relate Writer"] : []) + ["endRelating \($0)"]
        }
        let third = order.flatMap { ["validate \($0)", "end \($0)"] }
        #expect(log.calls == first + second + third)
    }

    @Test("MIG-95 MIG-42 the default hooks copy attributes and relationships, renamed and converted")
    func copiesAll() throws {
        let sample = try LibrarySample()
        try sample.migrate(try sample.inferred())
        let lines = try sample.lines()
        #expect(lines.count == 8)
        #expect(
            lines.contains {
                $0.hasPrefix("Writer fullName=Author 1 works=[\"Book 1.0\", \"Book 1.1\", \"Book 1.2\"]")
            })
        let novel = try #require(lines.first { $0.hasPrefix("Novel") && $0.contains("hero=Hero 1") })
        #expect(
            novel.contains("pageCount=102") && novel.contains("price=2.5")
                && novel.contains("writer=[\"Author 1\"]"))
        #expect(
            novel.contains("cover=3 bytes") && novel.contains("note=nil") && novel.contains("title=Book 1.2"))
    }

    @Test("MIG-14 MIG-96 objects are plain ones, and no method of the program's class runs")
    func usesPlainObjects() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "ClassPolicy"
        let log = HookLog()
        try LibrarySampleAuthor.$log.withValue(log) { try sample.migrate(mapping, by: sample.manager(log)) }
        #expect(log.classes == ["NSManagedObject"])
        #expect(log.calls == [])
        // The file still names the class of the model.
        let cached = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: sample.destination)
        #expect(cached?.entitiesByName["Writer"]?.managedObjectClassName == "LibrarySampleAuthor")
    }

    @Test("MIG-97 changes of source objects are no error and are never saved")
    func dropsSourceChanges() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "VandalPolicy"
        let before = try sample.lines(of: sample.old, at: sample.source)
        try sample.migrate(mapping)
        #expect(try sample.lines(of: sample.old, at: sample.source) == before)
    }

    @Test("MIG-107 the destination has a UUID of its own, the source's user metadata and no history")
    func copiesMetadata() throws {
        let sample = try LibrarySample()
        try NSPersistentStoreCoordinator.setMetadata(
            ["Mine": "kept"], type: .sqlite, at: sample.source)
        try sample.migrate(try sample.inferred())
        let old = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: sample.source)
        let new = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: sample.destination)
        #expect(new["Mine"] as? String == "kept")
        #expect(old[NSStoreUUIDKey] as? String != new[NSStoreUUIDKey] as? String)
        #expect(sample.new.isConfiguration(withName: nil, compatibleWithStoreMetadata: new))
    }
}
