// SPDX-License-Identifier: Apache-2.0
// The folder of large values in the opening of a store: where connections find it, and what a kill left in it.

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
        connection.valuesApart = ExternalValueReader(externalData)
    }

    /// Removes files without a row.
    ///
    /// In WAL mode a process that ended in order leaves no side files, so there is nothing to look for then.
    func removeOrphans() {
        guard ExternalDataSweep.isNeeded(at: options.path), mayHaveOrphans else { return }
        try? ExternalDataSweep(
            connection: alone(), folder: ExternalDataFolder(store: options.path)
        ).run()
    }

    /// Whether files without a row are possible: the last process came to no orderly end, or a rollback journal cannot tell,
    /// or a vacuum is wished for.
    private var mayHaveOrphans: Bool {
        guard !options.isReadOnly, !isInMemory,
            let content = try? Self.content(at: options.path), content.isDatabase
        else { return false }
        var status = stat()
        return options.runsVacuum || !content.isInWALMode || stat(options.path + "-wal", &status) == 0
    }
}
