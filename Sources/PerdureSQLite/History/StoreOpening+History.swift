// SPDX-License-Identifier: Apache-2.0
// A store with a history that is opened without history tracking. The history would lack this engine's commits, so the store
// is opened for reading only, as in Core Data. A migration in place comes first: it changes the history with the rows.

import Foundation

/// Opens a store for reading only when its history would lack this engine's commits.
enum HistoryLock: FileOpeningStep {
    static func run(_ file: OpenedFile) throws {
        guard file.hasHistory, let locked = try file.opening.lockedByHistory(file.writer) else { return }
        try file.reopen(locked)
    }
}

extension StoreOpening {
    /// A read-only opening for a store that has a history but must not extend it; nil when the store may be written.
    func lockedByHistory(_ connection: SQLiteConnection) throws -> StoreOpening? {
        guard !options.isReadOnly, !options.tracksHistory, try HistoryTables.hasTransactions(connection)
        else { return nil }
        FileHandle.standardError.write(Data((Self.advice(options.path) + "\n").utf8))
        var options = self.options
        options.isReadOnly = true
        options.isLockedByHistory = true
        return StoreOpening(options: options)
    }

    private static func advice(_ path: String) -> String {
        "Perdure: the store \(path) has a persistent history, and was opened read-only because "
            + "NSPersistentHistoryTrackingKey is not set. Set it; or, to do without a history from now on, set it "
            + "once and delete the history before the distant future."
    }
}
