// SPDX-License-Identifier: Apache-2.0
// What a save tells a program's engine of pairs of objects: each once, though both ends report it.

import Foundation
import Perdure
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Pairs that engines hear of") struct ReportedLinkTests {
    /// The links of the change sets since the last look.
    private final class Links: @unchecked Sendable {
        // Sendable because the list is only touched under the lock.
        private let lock = NSLock()
        private var all: [LinkChange] = []

        func note(_ links: [LinkChange]) { lock.withLock { all += links } }

        /// How many pairs have come, and how many have gone.
        func take() -> [Int] {
            lock.withLock {
                defer { all = [] }
                return [all.filter(\.isInsertion).count, all.filter { !$0.isInsertion }.count]
            }
        }
    }

    private let links = Links()
    private let context: NSManagedObjectContext

    init() throws {
        let type = "Links-\(UUID().uuidString)"
        try NSPersistentStoreCoordinator.registerStoreEngine(
            { [links] in
                LinkNotingEngine(
                    InMemoryEngine(schema: $0.schema, entities: $0.entities, metadata: $0.newMetadata),
                    { links.note($0) })
            }, forStoreType: type)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.scenarios())
        try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: URL(fileURLWithPath: "/nowhere/\(type)"))
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    @Test("MOD-164 a pair of a relationship that is its own inverse is one link", arguments: [0, 2])
    func reflexive(_ owner: Int) throws {
        try context.performAndWait {
            let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
            let others = people.filter { $0 !== people[owner] }
            people[owner].setValue(Set(others), forKey: "friends")
            try context.save()
            #expect(links.take() == [2, 0])
            others[0].mutableSetValue(forKey: "friends").remove(people[owner])
            try context.save()
            #expect(links.take() == [0, 1])
        }
    }

    @Test("MOD-164 a pair of a many-to-many relationship is one link")
    func manyToMany() throws {
        try context.performAndWait {
            let tag = context.insert("Tag", ["label": "t"])
            let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
            tag.setValue(Set(people), forKey: "people")
            try context.save()
            #expect(links.take() == [2, 0])
            people[1].setValue(Set<NSManagedObject>(), forKey: "tags")
            try context.save()
            #expect(links.take() == [0, 1])
        }
    }
}

/// An engine in memory that tells a test the links of each change set.
private final class LinkNotingEngine: ForwardingEngine {
    let memory: InMemoryEngine
    private let note: @Sendable ([LinkChange]) -> Void

    init(_ memory: InMemoryEngine, _ note: @escaping @Sendable ([LinkChange]) -> Void) {
        (self.memory, self.note) = (memory, note)
    }

    func prepare(_ changes: ChangeSet) throws -> Preparation {
        note(changes.links)
        return try memory.prepare(changes)
    }
}
