// SPDX-License-Identifier: Apache-2.0
// Metadata that are set while a save is under way: the save has written the former ones already.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Metadata that come late") struct LateMetadataTests {
    /// Writes metadata where a save is prepared, as engines of files do, and lets a test in before the commit.
    private final class Engine: ForwardingEngine, @unchecked Sendable {
        // Sendable because one test uses it on its own thread.
        let memory: InMemoryEngine
        private(set) var metadata: [String: PropertyListValue]
        private(set) var written: [String: PropertyListValue] = [:]
        private(set) var prepared = 0
        var beforeCommit: (() -> Void)?

        init(_ request: StoreEngineRequest) {
            memory = InMemoryEngine(
                schema: request.schema, entities: request.entities, metadata: request.newMetadata)
            metadata = memory.metadata
        }

        func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
            self.metadata = metadata
            if immediately { written = metadata }
        }

        func prepare(_ changes: ChangeSet) throws -> Preparation {
            prepared += 1
            written = metadata
            guard case .prepared(let commit) = try memory.prepare(changes) else { return .conflicts([]) }
            let before = beforeCommit
            beforeCommit = nil
            return .prepared(Commit(commit, before))
        }
    }

    private final class Commit: PreparedCommit {
        private let rows: any PreparedCommit
        private let before: (() -> Void)?

        init(_ rows: any PreparedCommit, _ before: (() -> Void)?) {
            (self.rows, self.before) = (rows, before)
        }

        func commit() throws -> [Row] {
            before?()
            return try rows.commit()
        }

        func rollback() { rows.rollback() }
    }

    /// The engines that were opened.
    private final class Opened: @unchecked Sendable {
        // Sendable because one test uses it on its own thread.
        var engines: [Engine] = []
    }

    @Test("STO-41 metadata that are set between a save's writes and its commit wait for the next save")
    func betweenWritesAndCommit() throws {
        let type = "Late-\(UUID().uuidString)"
        let opened = Opened()
        try NSPersistentStoreCoordinator.registerStoreEngine(
            { request in
                opened.engines.append(Engine(request))
                return opened.engines[0]
            }, forStoreType: type)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        let store = try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: URL(fileURLWithPath: "/nowhere/\(type)"), options: nil)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let engine = opened.engines[0]
        coordinator.setMetadata(["author": "Ada"], for: store)
        engine.beforeCommit = { coordinator.setMetadata(["author": "Bob"], for: store) }
        context.insert("Note")
        try context.save()
        #expect(engine.written["author"] == .string("Ada"))
        try context.save()
        #expect(engine.written["author"] == .string("Bob"))
        // Now there is nothing left to write.
        let prepared = engine.prepared
        try context.save()
        #expect(engine.prepared == prepared)
    }
}
