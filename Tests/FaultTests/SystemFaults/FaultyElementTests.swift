// SPDX-License-Identifier: Apache-2.0
// Opening a store whose composite attributes have the columns of an earlier version while the k-th call of SQLite fails, or
// ends the process: the old names or the new ones, and every value where it belongs.

import Foundation
import Perdure
import PerdureSQLite
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultyElementTests {
        @Test(
            "MOD-136 each call of the renaming of columns fails: all or nothing",
            arguments: [SystemFault(), SystemFault(calls: .writing, stays: true, journal: "DELETE")])
        func fails(_ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let stage = try ElementStage(journal: fault.journal)
            var (failures, nth, isDone) = (0, 0, false)
            while !isDone && nth < 2_000 {
                nth += 1
                let (folder, url) = try stage.copy()
                let outcome = fault.run(nth, in: folder) {
                    let stack = try Stack(at: url, CompositeShelf.model(), options: fault.options)
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
            "MOD-136 a kill at each call that writes leaves the old names or the new ones",
            arguments: ["WAL", "DELETE"])
        func kills(_ journal: String) throws {
            let stage = try ElementStage(journal: journal)
            var (step, isDone) = (0, false)
            while !isDone && step < 300 {
                step += 1
                let (_, url) = try stage.copy()
                let run = try FaultWriter("elements", url.path, "\(step)", "journal_mode=\(journal)").finish()
                isDone = run.exitCode == 0
                #expect(isDone == run.lines.contains("open"), "\(run.lines) \(run.errors)")
                try stage.expectOldOrNew(url)
                try stage.finish(url)
            }
            #expect(isDone && step > 3)
        }

        @Test("MOD-136 several processes that open a store at once find it done by one of them")
        func processes() throws {
            let stage = try ElementStage(journal: "WAL")
            let (_, url) = try stage.copy()
            // No call has that number.
            let writers = try (0..<4).map { _ in try FaultWriter("elements", url.path, "1000000") }
            for writer in writers {
                let run = try writer.finish()
                #expect(run.exitCode == 0 && run.lines == ["open"], "\(run.lines) \(run.errors)")
            }
            try stage.finish(url)
        }
    }
}

/// A store of an earlier version, and what it looks like before and after it was opened.
private final class ElementStage {
    private let folder: TemporaryFolder
    private let template: URL
    private let (old, new): ([String], [String])
    /// The copies live as long.
    private var copies: [TemporaryFolder] = []

    init(journal: String) throws {
        folder = try TemporaryFolder()
        template = folder.file("Template.sqlite")
        try CompositeShelf.createFormerStore(
            at: template, options: [NSSQLitePragmasOption: ["journal_mode": journal]])
        old = try Self.state(template)
        let changed = folder.file("Changed.sqlite")
        try FileManager.default.copyItem(at: template, to: changed)
        try Self.open(changed)
        new = try Self.state(changed)
        try #require(old != new)
    }

    func copy() throws -> (TemporaryFolder, URL) {
        let folder = try TemporaryFolder()
        let url = folder.file("Books.sqlite")
        try FileManager.default.copyItem(at: template, to: url)
        copies = [folder]
        return (folder, url)
    }

    private static func open(_ url: URL) throws {
        let stack = try Stack(at: url, CompositeShelf.model())
        try stack.coordinator.remove(stack.store)
    }

    /// Every definition and every row, the metadata among them, and which key the archived model has.
    private static func state(_ url: URL) throws -> [String] {
        // What a crash left is played back by the first who may write.
        let database = try RawDatabase(url, isReadOnly: false)
        let names = try database.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'Z_MODELCACHE' ORDER BY name")
        let definitions = try database.rows("SELECT name, sql FROM sqlite_master ORDER BY name")
        let rows = try names.flatMap { try database.rows("SELECT * FROM \"\($0[0])\"") }
        database.close()
        let archive = try SQLiteStoreFile.readModelArchive(at: url.path)
        let isNew = archive?.range(of: Data("NSCompositeElements".utf8)) != nil
        return (definitions + rows).map { $0.joined(separator: "|") } + ["\(isNew)"]
    }

    func expectOldOrNew(_ url: URL, at location: SourceLocation = #_sourceLocation) throws {
        let state = try Self.state(url)
        #expect(state == old || state == new, sourceLocation: location)
    }

    /// The next opening ends what was begun.
    func finish(_ url: URL, at location: SourceLocation = #_sourceLocation) throws {
        try Self.open(url)
        #expect(try Self.state(url) == new, sourceLocation: location)
    }
}
