// SPDX-License-Identifier: Apache-2.0
// The folder of large values in the opening of a store: the folder for connections, and the removal of files that a kill has
// left.

import Foundation
import PerdureStore

extension StoreOpening {
    /// The folder that connections read; nil for a store in memory.
    private var externalData: ExternalDataFolder? {
        guard !isInMemory else { return nil }
        var folder = ExternalDataFolder(store: options.original ?? options.path)
        folder.limit = options.externalValues.limit
        folder.isOnlyExamined = options.externalValues.areOnlyExamined
        return folder
    }

    /// Lets a connection find large values.
    func attachFiles(to connection: SQLiteConnection) {
        connection.externalValueSource = ExternalValueReader(externalData)
    }

    /// Removes files without a row.
    ///
    /// In WAL mode a process that closes the store leaves no side files, and then there can be no such files.
    func removeOrphans() {
        guard ExternalDataSweep.isNeeded(at: options.path), mayHaveOrphans else { return }
        try? ExternalDataSweep(
            connection: alone(), folder: ExternalDataFolder(store: options.path)
        ).run()
    }

    /// Whether files without a row are possible: the last process did not close the store, a rollback journal cannot tell, or
    /// the user wants a vacuum.
    private var mayHaveOrphans: Bool {
        guard !options.isReadOnly, !isInMemory,
            let content = try? Self.content(at: options.path), content.isDatabase
        else { return false }
        var status = stat()
        return options.runsVacuum || !content.isInWALMode || stat(options.path + "-wal", &status) == 0
    }
}
