// SPDX-License-Identifier: Apache-2.0
// Sets the mark of CopyMark.swift in a store's main file. StoreCheckpoints.swift does it after the first commit of an open store, and
// after each checkpoint of its own.

import CSQLite
import PerdureStore

/// The marking of a main file.
///
/// 1. A transaction of its own sets the mark, and a checkpoint moves it into the main file.
/// 2. A second transaction takes it back in the WAL, which has content from then on.
///
/// Both transactions write the first page, and nothing of a program's. Commits come before and after them as always; a commit that
/// has returned is in the file or in the WAL all along. Between the two steps everybody sees the mark: a process that ends there
/// leaves it in the WAL, and the next save takes it back. Marking is left out where somebody else is writing: it waits for nobody.
struct CopyMarking {
    let writer: SQLiteConnection
    let mover: SQLiteConnection

    /// Marks the main file; a failure leaves it without the mark, or the mark to the next call.
    ///
    /// - Returns: Whether the next call may be saved, because all is done that can be.
    func run() -> Bool {
        do {
            switch try version() {
            case CopyMark.value: return try set(0)
            case 0: return try isMarked() || mark()
            default: return true  // A program uses the number for its own purposes.
            }
        } catch {
            writer.rollback()
            return false
        }
    }

    private func mark() throws -> Bool {
        let timeout = writer.lockWait.timeout
        writer.lockWait.timeout = 0
        let isSet: Bool
        do {
            defer { writer.lockWait.timeout = timeout }
            isSet = try set(CopyMark.value)
        }
        guard isSet else { return false }
        Checkpointing(writer: writer, mover: mover).run()
        return try set(0)
    }

    private func version() throws -> Int64 {
        try writer.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    }

    /// Writes the number in a transaction of its own, if nobody else has written it meanwhile.
    ///
    /// It needs no sync: the checkpoint syncs the mark, and the next commit syncs what takes it back.
    private func set(_ number: Int64) throws -> Bool {
        let level = try writer.first("PRAGMA synchronous") { $0.integer(0) } ?? 2
        if level > 1 { try writer.execute("PRAGMA synchronous = 1") }
        // This fails only inside of a transaction, and the transaction has ended.
        defer { if level > 1 { try? writer.execute("PRAGMA synchronous = \(level)") } }
        do {
            try writer.beginWriting()
            let found = try version()
            if [0, CopyMark.value].contains(found), found != number {
                try writer.execute("PRAGMA user_version = \(number)")
            }
            try writer.commit()
            return true
        } catch {
            writer.rollback()
            throw error
        }
    }

    /// Whether the main file has the mark, whatever the WAL says.
    private func isMarked() throws -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(writer.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return true }
        var bytes = [UInt8](repeating: 0, count: 4)
        let code = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, 4, 60) }
        guard code == SQLITE_OK else { throw writer.error(code, statement: "read the mark") }
        return Int64(FileHeader.number(bytes[...])) == CopyMark.value
    }
}
