// SPDX-License-Identifier: Apache-2.0
// Opening a store with other derived attributes while the k-th call of SQLite fails, or ends the process: the old
// triggers, values and metadata, or the new ones.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultyDerivedTests {
        /// From a version of DerivedVersions to another: a migration, its way back, and an expression that changed.
        private static let ways = [[1, 2], [2, 1], [2, 3]]

        @Test(
            "DER-45 DER-46 MG-28 each call of a migration or a rebuild fails: all or nothing",
            arguments: ways,
            [SystemFault(), SystemFault(calls: .writing, stays: true, journal: "DELETE")])
        func fails(_ way: [Int], _ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let stage = try DerivedStage(way, journal: fault.journal)
            let options = DerivedVersions.migrating.merging(fault.options) { $1 }
            var (failures, nth, isDone) = (0, 0, false)
            while !isDone && nth < 2_000 {
                nth += 1
                let (folder, url) = try stage.copy()
                let outcome = fault.run(nth, in: folder) {
                    let stack = try Stack(at: url, DerivedVersions.version(way[1]), options: options)
                    try stack.coordinator.remove(stack.store)
                }
                if let error = outcome.error {
                    expectFaultError(error, url)
                    failures += 1
                }
                try stage.expectOldOrNew(url)
                try stage.finish(url)
                isDone = outcome.hits == 0
            }
            // Every call had its turn.
            #expect(isDone && failures > 0)
        }

        @Test(
            "DER-45 DER-46 MG-31 a kill at each call that writes leaves the old state or the new one",
            arguments: ways, ["WAL", "DELETE"])
        func kills(_ way: [Int], _ journal: String) throws {
            let stage = try DerivedStage(way, journal: journal)
            var (step, isDone) = (0, false)
            while !isDone && step < 300 {
                step += 1
                let (_, url) = try stage.copy()
                let run = try FaultWriter(
                    "derive", url.path, "\(step)", "\(way[1])", "journal_mode=\(journal)"
                ).finish()
                isDone = run.exitCode == 0
                #expect(isDone == run.lines.contains("open"), "\(run.lines) \(run.errors)")
                try stage.expectOldOrNew(url)
                try stage.finish(url)
            }
            #expect(isDone && step > 3)
        }

        @Test(
            "DER-46 MG-28 several processes that open a store at once find it done by one of them",
            arguments: ways)
        func processes(_ way: [Int]) throws {
            let stage = try DerivedStage(way, journal: "WAL")
            let (_, url) = try stage.copy()
            // No call has that number.
            let writers = try (0..<4).map { _ in try FaultWriter("derive", url.path, "1000000", "\(way[1])") }
            for writer in writers {
                let run = try writer.finish()
                #expect(run.exitCode == 0 && run.lines == ["open"], "\(run.lines) \(run.errors)")
            }
            try stage.finish(url)
        }
    }
}

/// A store of one version, and what it looks like at that and at another.
private final class DerivedStage {
    private let folder: TemporaryFolder
    private let template: URL
    private let way: [Int]
    private let (old, new): ([String], [String])
    /// The copies live as long.
    private var copies: [TemporaryFolder] = []

    init(_ way: [Int], journal: String) throws {
        self.way = way
        folder = try TemporaryFolder()
        template = folder.file("Template.sqlite")
        let pragmas = [NSSQLitePragmasOption: ["journal_mode": journal]]
        try DerivedVersions.createStore(at: template, DerivedVersions.version(way[0]), options: pragmas)
        old = try Self.state(template)
        let changed = folder.file("Changed.sqlite")
        try FileManager.default.copyItem(at: template, to: changed)
        try Self.open(changed, way[1])
        new = try Self.state(changed)
    }

    func copy() throws -> (TemporaryFolder, URL) {
        let folder = try TemporaryFolder()
        let url = folder.file("Lists.sqlite")
        try FileManager.default.copyItem(at: template, to: url)
        copies = [folder]
        return (folder, url)
    }

    private static func open(_ url: URL, _ version: Int) throws {
        let stack = try Stack(
            at: url, DerivedVersions.version(version), options: DerivedVersions.migrating)
        try stack.coordinator.remove(stack.store)
    }

    /// Every definition and every row, the metadata among them; of the model cache what the model derives.
    private static func state(_ url: URL) throws -> [String] {
        // What a crash left is played back by the first who may write.
        let database = try RawDatabase(url, isReadOnly: false)
        let names = try database.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'Z_MODELCACHE' ORDER BY name")
        let definitions = try database.rows("SELECT name, sql FROM sqlite_master ORDER BY name")
        let rows = try names.flatMap { try database.rows("SELECT * FROM \"\($0[0])\"") }
        database.close()
        let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        let label = model?.entitiesByName["Item"]?.attributesByName["label"] as? NSDerivedAttributeDescription
        return (definitions + rows).map { $0.joined(separator: "|") } + [
            "\(label?.derivationExpression as Any)"
        ]
    }

    func expectOldOrNew(_ url: URL, at location: SourceLocation = #_sourceLocation) throws {
        let state = try Self.state(url)
        #expect(state == old || state == new, sourceLocation: location)
    }

    /// The next opening ends what was begun.
    func finish(_ url: URL, at location: SourceLocation = #_sourceLocation) throws {
        try Self.open(url, way[1])
        #expect(try Self.state(url) == new, sourceLocation: location)
    }
}
