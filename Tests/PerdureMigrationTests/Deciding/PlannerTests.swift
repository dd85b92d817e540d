// SPDX-License-Identifier: Apache-2.0
// The order of decisions, and the log of them.

import CoreData
import Foundation
import PerdureModel
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure
@testable import PerdureMigration

@Suite("Migration: the planner") struct PlannerTests {
    /// A way that knows one model of a source.
    private struct Way: MigrationWay {
        let entity: String
        let done: ThreadErrors

        func work(for store: DifferingStore, from source: SourceModel?) throws -> (() throws -> Void)? {
            guard source?.schema.entity(named: entity) != nil else { return nil }
            return { done.add(entity) }
        }
    }

    /// Decides about a store of the first version.
    private static func decide(
        _ planner: MigrationPlanner, _ options: [AnyHashable: Any] = LibraryVersions.migrating
    ) throws -> MigrationDecision {
        let file = try LibraryFile()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryVersions.second())
        let metadata = try SQLiteStoreFile.readMetadata(at: file.url.path)
        let specification = try StoreSpecification(
            type: NSSQLiteStoreType, configuration: nil, url: file.url, options: options)
        return try planner.decision(
            for: DifferingStore(
                specification: specification, coordinator: coordinator, metadata: metadata,
                modelArchive: try SQLiteStoreFile.readModelArchive(at: file.url.path), derived: nil))
    }

    @Test("MIG-7 ways that fit come before inferring, in their order; those that do not are left out")
    func order() throws {
        let done = ThreadErrors()
        let ways = ["None", "Author", "Book"].map { Way(entity: $0, done: done) }
        guard case .first(let work) = try Self.decide(MigrationPlanner(ways: ways)) else {
            Issue.record("no work comes first")
            return
        }
        try work()
        #expect(done.list == ["Author"])
    }

    @Test("MIG-7 without a way that fits it is inferred, with a step for each entity")
    func inferred() throws {
        guard case .inPlace(let way) = try Self.decide(MigrationPlanner()) else {
            Issue.record("nothing is migrated in place")
            return
        }
        #expect(way.migration.steps?.steps.map(\.kind) == [.transformed, .transformed])
        #expect(way.migration.oldSchema.entity(named: "Author") != nil)
    }

    @Test("MIG-154 the log says what was decided, which names pair, and how long it took")
    func log() throws {
        let lines = ThreadErrors()
        let planner = MigrationPlanner(log: MigrationLog { lines.add($0) })
        guard case .inPlace(let way) = try Self.decide(planner) else { return }
        try way.run {}
        let text = lines.list.joined(separator: "\n")
        #expect(lines.list.allSatisfy { $0.hasPrefix("CoreData: migration: ") })
        for words in [
            "Author, Book, Writer", "its model: the store's own", "Author -> Writer", "books -> works",
            "+language", "migrating in place took",
        ] { #expect(text.contains(words), "\(words) in \(text)") }
    }

    @Test("MIG-154 an argument or the environment switches the log on")
    func switches() {
        let argument = "-com.apple.CoreData.MigrationDebug"
        #expect(!MigrationLog.isOn(["program"], [:]))
        #expect(MigrationLog.isOn(["program", argument, "1"], [:]))
        #expect(MigrationLog.isOn(["program"], ["PERDURE_MIGRATION_DEBUG": "1"]))
        #expect(!MigrationLog.isOn(["program", argument, "0"], ["PERDURE_MIGRATION_DEBUG": "1"]))
    }
}
