// SPDX-License-Identifier: Apache-2.0
// Which objects belong together, as policies see it, and how the pairs are kept.

import CoreData
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureMigration

/// Makes two destination objects of each source object.
final class TwinPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        for number in 0..<2 {
            let object = NSEntityDescription.insertNewObject(
                forEntityName: mapping.destinationEntityName ?? "", into: manager.destinationContext)
            object.setValue("\(sInstance.value(forKey: "name") ?? "") \(number)", forKey: "fullName")
            manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
        }
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let log = HookLog.of(manager)
        let sources = manager.sourceInstances(
            forEntityMappingName: mapping.name, destinationInstances: [dInstance])
        log?.calls.append("\(names([dInstance], "fullName")) < \(names(sources, "name"))")
    }

    private func names(_ objects: [NSManagedObject], _ key: String) -> String {
        objects.map { $0.value(forKey: key) as? String ?? "nil" }.joined(separator: ", ")
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        let all = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil)
        let sources = manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: nil)
        HookLog.of(manager)?.calls.append("all \(names(all, "fullName"))")
        HookLog.of(manager)?.calls.append("sources \(names(sources, "name"))")
        let backwards = manager.destinationInstances(
            forEntityMappingName: mapping.name, sourceInstances: sources.reversed())
        HookLog.of(manager)?.calls.append("backwards \(names(backwards, "fullName"))")
        manager.reset()
        let none = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: sources)
        HookLog.of(manager)?.calls.append("reset \(none.count)")
    }
}

/// Makes one destination object of all source objects.
final class JoiningPolicy: NSEntityMigrationPolicy {
    private var joined: NSManagedObject?

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let object =
            joined
            ?? NSEntityDescription.insertNewObject(
                forEntityName: mapping.destinationEntityName ?? "", into: manager.destinationContext)
        joined = object
        object.setValue("all", forKey: "fullName")
        manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let sources = manager.sourceInstances(
            forEntityMappingName: mapping.name, destinationInstances: [dInstance])
        let names = sources.map { $0.value(forKey: "name") as? String ?? "nil" }
        HookLog.of(manager)?.calls.append("relate < \(names.joined(separator: ", "))")
    }
}

@Suite("Associations of migrations") struct AssociationTests {
    @Test("MIG-98 MIG-99 several destinations of a source, found both ways, in order, until reset")
    func associates() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "TwinPolicy"
        let log = HookLog()
        try sample.migrate(mapping, by: sample.manager(log))
        #expect(
            log.calls == [
                "Author 0 0 < Author 0", "Author 0 1 < Author 0", "Author 1 0 < Author 1",
                "Author 1 1 < Author 1", "all Author 0 0, Author 0 1, Author 1 0, Author 1 1",
                "sources Author 0, Author 1", "backwards Author 1 0, Author 1 1, Author 0 0, Author 0 1",
                "reset 0",
            ])
    }

    @Test("MIG-93 MIG-98 a destination of several sources is one object, and its hook is called once")
    func joins() throws {
        let sample = try LibrarySample(authors: 3)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "JoiningPolicy"
        let log = HookLog()
        try sample.migrate(mapping, by: sample.manager(log))
        #expect(log.calls == ["relate < Author 0, Author 1, Author 2"])
        #expect(try sample.lines().filter { $0.hasPrefix("Writer fullName=all ") }.count == 1)
    }

    @Test("MIG-98 the name of no mapping is an exception")
    func refusesNames() throws {
        final class Asker: NSEntityMigrationPolicy {
            override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
                _ = manager.destinationInstances(forEntityMappingName: "None", sourceInstances: nil)
            }
        }
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "Asker"
        let error = #expect(throws: NSError.self) { try sample.migrate(mapping) }
        let cause = error?.userInfo[NSUnderlyingErrorKey] as? CoreDataException
        #expect(cause?.name == .invalidArgumentException && cause?.reason.contains("None") == true)
    }

    private func key(_ number: Int, _ entity: Int32 = 1) -> ObjectKey {
        ObjectKey(entity: entity, root: entity, number: Int64(number))
    }

    @Test("MIG-108 pairs above a limit lie in a file and are found in their order", arguments: [false, true])
    func spills(_ isShuffled: Bool) throws {
        let associations = Associations(
            mappings: 2, folder: FileManager.default.temporaryDirectory, limit: 1_000)
        var order = Array(1...5_000)
        if isShuffled { order.sort { ($0 * 7919) % 5_003 < ($1 * 7919) % 5_003 } }
        for number in order {
            try associations.add(key(number), key(number * 3, 2), mapping: 0)
            if number % 10 == 0 { try associations.add(key(number), key(number * 3 + 1, 2), mapping: 0) }
            if number % 7 == 0 {
                #expect(
                    try associations.destinations(of: key(number), mapping: 0).first?.number
                        == Int64(number * 3))
            }
        }
        for number in 1...5_000 {
            let found = try associations.destinations(of: key(number)).map(\.number)
            #expect(found == [Int64(number * 3)] + (number % 10 == 0 ? [Int64(number * 3 + 1)] : []))
            #expect(
                try associations.sources(of: key(number * 3, 2), mapping: 0).map(\.number) == [Int64(number)])
            #expect(try associations.sources(of: key(number * 3, 2), mapping: 1) == [])
        }
        #expect(try associations.destinations(of: key(1, 5), mapping: 0) == [])
        var log: [Int64] = []
        while case let pairs = try associations.pairs(0, log.count..<log.count + 700), !pairs.isEmpty {
            log += pairs.map(\.source.number)
        }
        #expect(log == order.flatMap { $0 % 10 == 0 ? [Int64($0), Int64($0)] : [Int64($0)] })
    }
}
