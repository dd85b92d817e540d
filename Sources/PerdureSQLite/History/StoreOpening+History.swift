// SPDX-License-Identifier: Apache-2.0
// A store with a history that is opened to keep none: commits would be missing in it, so there must be none. SQLiteEngine
// opens it for reading only, as Core Data does.

import Foundation

/// Opens a store for reading only where commits would be missing in its history.
enum HistoryLock: FileStep {
    static func run(_ file: OpenedFile) throws {
        guard file.hasHistory, let locked = try file.opening.lockedByHistory(file.writer) else { return }
        try file.reopen(locked)
    }
}

extension StoreOpening {
    /// How to open a store with the tables of a history when it must not be written; nil when it may be.
    func lockedByHistory(_ connection: SQLiteConnection) throws -> StoreOpening? {
        guard !options.isReadOnly, !options.tracksHistory, try HistoryTables.hasTransactions(connection)
        else { return nil }
        FileHandle.standardError.write(Data((Self.advice(options.path) + "\n").utf8))
        var options = self.options
        options.isReadOnly = true
        options.isLockedByHistory = true
        options.migration = nil
        return StoreOpening(options: options)
    }

    private static func advice(_ path: String) -> String {
        "Perdure: the store \(path) has a persistent history, and was opened read-only because "
            + "NSPersistentHistoryTrackingKey is not set. Set it; or, to do without a history from now on, set it "
            + "once and delete the history before the distant future."
    }
}
