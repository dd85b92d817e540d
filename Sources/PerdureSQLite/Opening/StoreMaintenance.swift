// SPDX-License-Identifier: Apache-2.0
// The user's options for the file of a store that is opened for writing: its journal, statistics, a vacuum. These are steps
// of StoreFeatures.swift.

/// Sets the journal mode that the user wants.
enum JournalChoice: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        try store.writer.apply(store.options.pragmas.filter { $0.key.lowercased() == "journal_mode" })
    }
}

/// Runs ANALYZE and VACUUM if the user wants them.
enum StoreMaintenance: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        store.writer.countWALPages()
        if store.options.runsAnalyze { try store.writer.execute("ANALYZE") }
        if store.options.runsVacuum { try store.writer.execute("VACUUM") }
    }
}
