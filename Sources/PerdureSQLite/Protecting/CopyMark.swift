// SPDX-License-Identifier: Apache-2.0
// The mark of a main file whose newer commits lie in a WAL. It tells a copy of the main file alone from a store. CopyMarking.swift
// sets it; whoever sees file and WAL together sees no mark.

import Foundation
import PerdureStore

/// The mark, which stands in the database's user version: a number that neither Core Data nor SQLite uses.
///
/// | what is read | user version |
/// | --- | --- |
/// | a store at rest, which has no WAL | 0 |
/// | the main file with its WAL, by any program | 0: the WAL has a newer first page |
/// | the main file alone, which was copied while a WAL had newer commits | the mark |
///
/// Every checkpoint that moves all of the WAL takes the mark out, also one by another program: the file is complete then.
enum CopyMark {
    /// The letters `WAL!`.
    static let value: Int64 = 0x5741_4C21

    /// Whether a main file has the mark, and no WAL that belongs to it.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    static func isAlone(_ path: String) throws -> Bool {
        // The WAL goes before the mark does, when a store is closed.
        guard !hasWAL(path), try FileHeader(path: path).userVersion == value else { return false }
        return !hasWAL(path)
    }

    /// Whether a store has a WAL with content.
    static func hasWAL(_ path: String) -> Bool {
        var status = stat()
        return stat(SideFiles.resolved(path) + "-wal", &status) == 0 && status.st_size > 0
    }

    /// What is wrong with a copy, and what to do.
    static let problem =
        "the main file was copied alone while somebody had the store open, so that the latest saves may be missing: copy the"
        + " -wal file with it, or make the copy with 'perdure store backup'. Who goes on with this copy takes the mark out with the"
        + " next save"

    /// Tells the people who run the program, on the standard error output.
    static func warn(of path: String) {
        FileHandle.standardError.write(Data("CoreData: warning: \(path): \(problem)\n".utf8))
    }
}

extension StoreCheck {
    /// Reports a copy of the main file alone.
    mutating func copyMark() throws {
        let version = try connection.first("PRAGMA user_version") { $0.integer(0) }
        // With a WAL it is the rest of a marking that was cut off, and nothing is missing.
        guard version == CopyMark.value, !CopyMark.hasWAL(connection.path) else { return }
        add(StoreProblem(.error, CopyMark.problem))
    }
}
