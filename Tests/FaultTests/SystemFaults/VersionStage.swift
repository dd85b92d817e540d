// SPDX-License-Identifier: Apache-2.0
// A store in two versions of its model, for faults and kills while it is migrated: it must be of the one or of the other.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A store of one version, and what it looks like at that and at another.
final class VersionStage {
    private let folder: TemporaryFolder
    private let template: URL
    private let destination: NSManagedObjectModel
    private let (old, new): ([String], [String])
    /// The copies live as long.
    private var copies: [TemporaryFolder] = []

    /// From a version of DerivedVersions to another.
    convenience init(derived way: [Int], journal: String) throws {
        try self.init(to: DerivedVersions.version(way[1]), journal: journal) { url, options in
            try DerivedVersions.createStore(at: url, DerivedVersions.version(way[0]), options: options)
        }
    }

    /// From the first version of ShopVersions to the second.
    convenience init(shopIn journal: String) throws {
        try self.init(to: ShopVersions.version(2), journal: journal) { url, options in
            try ShopVersions.createStore(at: url, options: options)
        }
    }

    private init(
        to destination: NSManagedObjectModel, journal: String,
        _ create: (URL, [AnyHashable: Any]) throws -> Void
    ) throws {
        self.destination = destination
        folder = try TemporaryFolder()
        template = folder.file("Template.sqlite")
        try create(template, [NSSQLitePragmasOption: ["journal_mode": journal]])
        old = try Self.state(template)
        let changed = folder.file("Changed.sqlite")
        try FileManager.default.copyItem(at: template, to: changed)
        try Self.open(changed, destination)
        new = try Self.state(changed)
    }

    func copy() throws -> (TemporaryFolder, URL) {
        let folder = try TemporaryFolder()
        let url = folder.file("Copy.sqlite")
        try FileManager.default.copyItem(at: template, to: url)
        copies = [folder]
        return (folder, url)
    }

    /// Opens a copy under the other version.
    func open(_ url: URL, options: [AnyHashable: Any] = [:]) throws {
        try Self.open(url, destination, options: options)
    }

    private static func open(_ url: URL, _ model: NSManagedObjectModel, options: [AnyHashable: Any] = [:])
        throws
    {
        let stack = try Stack(at: url, model, options: DerivedVersions.migrating.merging(options) { $1 })
        try stack.coordinator.remove(stack.store)
    }

    /// Every definition and every row, the metadata among them; of the model cache which version it is.
    private static func state(_ url: URL) throws -> [String] {
        // What a crash left is played back by the first who may write.
        let database = try RawDatabase(url, isReadOnly: false)
        let names = try database.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'Z_MODELCACHE' ORDER BY name")
        let definitions = try database.rows("SELECT name, sql FROM sqlite_master ORDER BY name")
        let rows = try names.flatMap { try database.rows("SELECT * FROM \"\($0[0])\"") }
        database.close()
        let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        let derivations = (model?.entities ?? []).flatMap(\.properties).compactMap {
            ($0 as? NSDerivedAttributeDescription)?.derivationExpression
        }
        return (definitions + rows).map { $0.joined(separator: "|") } + [
            "\(model?.versionChecksum ?? "") \(derivations)"
        ]
    }

    func expectOldOrNew(_ url: URL, at location: SourceLocation = #_sourceLocation) throws {
        let state = try Self.state(url)
        #expect(state == old || state == new, sourceLocation: location)
    }

    /// The next opening ends what was begun.
    func finish(_ url: URL, at location: SourceLocation = #_sourceLocation) throws {
        try Self.open(url, destination)
        #expect(try Self.state(url) == new, sourceLocation: location)
    }

    /// Opens a copy while the n-th call fails, for each n: it stays as it was, or is of the other version.
    func expectAllOrNothing(_ fault: SystemFault) throws {
        try #require(SystemFault.isInstalled)
        var (failures, nth, isDone) = (0, 0, false)
        while !isDone && nth < 2_000 {
            nth += 1
            let (folder, url) = try copy()
            let outcome = fault.run(nth, in: folder) { try open(url, options: fault.options) }
            if let error = outcome.error {
                expectFaultError(error, url)
                failures += 1
            }
            try expectOldOrNew(url)
            try finish(url)
            isDone = outcome.hits == 0
        }
        // Every call had its turn.
        #expect(isDone && failures > 0)
        print("ran: \(failures) faults")
    }

    /// Lets a process that opens a copy end at its n-th call that writes, for each n up to a number.
    ///
    /// - Parameters:
    ///   - limit: How many calls there are at most.
    ///   - words: What the process is told, for a copy and a call.
    /// - Throws: What starting a process reports.
    func expectKills(_ limit: Int, _ words: (URL, Int) -> [String]) throws {
        var (step, isDone) = (0, false)
        while !isDone && step < limit {
            step += 1
            let (_, url) = try copy()
            let run = try FaultWriter(words(url, step)).finish()
            isDone = run.exitCode == 0
            #expect(isDone == run.lines.contains("open"), "\(run.lines) \(run.errors)")
            try expectOldOrNew(url)
            try finish(url)
        }
        #expect(isDone && step > 3)
        print("ran: \(step - 1) kills")
    }

    /// Lets four processes open a copy at once.
    func expectOneMigrates(_ words: (URL, Int) -> [String]) throws {
        let (_, url) = try copy()
        // No call has that number.
        let writers = try (0..<4).map { _ in try FaultWriter(words(url, 1_000_000)) }
        for writer in writers {
            let run = try writer.finish()
            #expect(run.exitCode == 0 && run.lines == ["open"], "\(run.lines) \(run.errors)")
        }
        try finish(url)
    }
}
