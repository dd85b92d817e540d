// SPDX-License-Identifier: Apache-2.0
// `perdure store backup`: a copy of a store as it is at one moment, whoever writes meanwhile.

import Foundation
import PerdureInspection
import PerdureSQLite

enum StoreBackup {
    static let command = Command(
        group: "store", action: "backup", summary: "copy a store as it is, with its large values",
        discussion: """
            Copies a store to a file that does not exist yet: its state at one moment, with the commits in its WAL and the files of
            large values, while others go on writing. The copy keeps the store's UUID and history, as a backup should; 'store copy'
            makes another store. The store is not written. Stores on servers are backed up with pg_dump.
            """,
        operands: [.storeFile, .init(name: "FILE", help: "a file that does not exist yet")],
        options: [.quiet], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let store = try arguments.storeFile()
        let file = arguments[operand: "FILE"]
        try make(of: store, at: file)
        let rows = try SQLiteStoreFile.entityCounts(at: file).reduce(0) { $0 + $1.rows }
        arguments.tell("\(file): \(PlainText.count(rows, "object", "objects")) of \(store)")
        return .success
    }

    /// Makes a backup.
    ///
    /// - Throws: `ToolError` where something is in the way, or the copy fails; nothing is left then.
    static func make(of store: String, at file: String) throws {
        let new = try NewFile(file)
        do { try new.fill { try SQLiteStoreFile.copy(from: store, to: $0) } } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError(
                "\(file): no backup could be made: \(ErrorText.describe(FilePlace.naming(store, error)))",
                .cannotWrite)
        }
    }
}

extension Command.Operand {
    static let storeFile = Command.Operand(name: "STORE", help: "the store's SQLite file")
}

extension Arguments {
    /// The path of a command for files only.
    ///
    /// - Throws: `UsageError` for a server, `ToolError` for what is no file.
    func storeFile() throws -> String {
        let path = self[operand: "STORE"]
        guard !StorePlaces.isServer(path) else {
            throw UsageError(
                "'\(command.words.joined(separator: " "))' is for files, not for stores on servers",
                command.fullName)
        }
        try FilePlace.requireFile(path)
        return path
    }
}
