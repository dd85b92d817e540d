// SPDX-License-Identifier: Apache-2.0
// Stores that another process writes while the command reads them, and folders that stay as they were.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: stores of others") struct LiveStoreTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("Bank.sqlite").path }

    init() throws {
        folder = try TemporaryFolder()
        let stack = try Stack(at: folder.file("Bank.sqlite"), AccountModel.bank())
        try AccountModel.fill(stack)
        try stack.coordinator.remove(stack.store)
    }

    /// Name, owner, group, mode and bytes of each file.
    private func listing() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            var status = stat()
            #expect(lstat(folder.file(name).path, &status) == 0)
            files["\(name) \(status.st_uid):\(status.st_gid) \(status.st_mode)"] = try Data(
                contentsOf: folder.file(name))
        }
        return files
    }

    @Test(
        "PRG-70 a busy writer lets no look fail, and each sees one state",
        arguments: [[], ["journal_mode=DELETE"]])
    func busyWriter(_ pragmas: [String]) throws {
        let writer = try FaultWriter(["transfers", path, "writer", "2", "600"] + pragmas)
        #expect(writer.line() == "ready")
        defer {
            writer.kill()
            _ = try? writer.finish()
        }
        for round in 0..<50 {
            switch round % 3 {
            case 0:
                let run = try ToolRun("store", "show", path, "--json")
                #expect(run.exitCode == 0 && run.errors.isEmpty, "\(round): \(run.errors)")
            case 1:
                let run = try ToolRun("store", "check", path)
                #expect(run.exitCode == 0 && run.errors.isEmpty, "\(round): \(run.output)\(run.errors)")
            default:
                let run = try ToolRun("store", "dump", path, "--entity", "Account", "--json")
                #expect(run.exitCode == 0 && run.errors.isEmpty, "\(round): \(run.errors)")
                #expect(try balance(run) == AccountModel.total, "\(round)")
            }
        }
    }

    private func balance(_ run: ToolRun) throws -> Int {
        let document = try #require(try run.json() as? [String: Any])
        let objects = try #require(document["objects"] as? [[String: Any]])
        return objects.reduce(0) { $0 + (($1["values"] as? [String: Any])?["balance"] as? Int ?? 0) }
    }

    /// How the files of a store lie there.
    enum Files: String, CaseIterable {
        case closed, open, left, withoutMemory, rollback
    }

    @Test(
        "PRG-70 names, owners and bytes in the folder are the same before and after",
        arguments: Files.allCases)
    func untouched(_ files: Files) throws {
        let keeper = try arrange(files)
        defer { keeper?.close() }
        let before = try listing()
        for words in Self.looks(path) {
            let run = try ToolRun(words)
            #expect(run.exitCode == 0, "\(words) \(run.errors)")
            #expect(try listing() == before, "\(words)")
        }
    }

    @Test(
        "PRG-70 root leaves the owners of files alone, and another user changes nothing either",
        .enabled(
            if: geteuid() == 0 && FileManager.default.fileExists(atPath: "/usr/bin/setpriv"), "needs root"),
        arguments: Files.allCases)
    func owners(_ files: Files) throws {
        let keeper = try arrange(files)
        defer { keeper?.close() }
        // The WAL belongs to somebody else than the database: SQLite would give it to the database's owner.
        for (number, name) in try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
            .enumerated()
        {
            chown(folder.file(name).path, uid_t(4_000 + number), 4_000)
            chmod(folder.file(name).path, 0o644)
        }
        chmod(folder.url.path, 0o755)
        let before = try listing()
        for words in Self.looks(path) {
            #expect(try ToolRun(words).exitCode == 0, "\(words)")
            #expect(try listing() == before, "root, \(words)")
        }
        for words in Self.looks(path) {
            let run = try nobody(words)
            #expect(run.status == 0, "\(words) \(run.errors)")
            #expect(try listing() == before, "nobody, \(words)")
        }
    }

    private static func looks(_ path: String) -> [[String]] {
        [
            ["store", "show", path], ["store", "check", path],
            ["store", "dump", path, "--entity", "Account"],
            ["store", "query", path, "balance > 0", "--entity", "Account", "--count"],
            ["store", "history", path], ["store", "stats", path],
        ]
    }

    /// Brings the files into a state.
    ///
    /// - Returns: the connection that keeps them there.
    private func arrange(_ files: Files) throws -> RawDatabase? {
        guard files != .closed else { return nil }
        let database = try RawDatabase(folder.file("Bank.sqlite"), isReadOnly: false)
        try database.rows("PRAGMA journal_mode = \(files == .rollback ? "DELETE" : "WAL")")
        try database.rows("PRAGMA wal_autocheckpoint = 0")
        try database.rows("UPDATE ZACCOUNT SET ZTOUCHES = 7 WHERE Z_PK = 1")
        guard files == .left || files == .withoutMemory else { return database }
        let copies = try ["", "-wal", "-shm"].map { suffix in
            (suffix, try Data(contentsOf: URL(fileURLWithPath: path + suffix)))
        }
        database.close()
        for (suffix, bytes) in copies where files == .left || suffix != "-shm" {
            try bytes.write(to: URL(fileURLWithPath: path + suffix))
        }
        return nil
    }

    /// Runs the command as another user.
    private func nobody(_ words: [String]) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments =
            ["--reuid", "65534", "--regid", "65534", "--clear-groups", try Executables.url("perdure").path]
            + words
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
