// SPDX-License-Identifier: Apache-2.0
// What the user wishes for the file of a store that is opened for writing: its journal, statistics, a vacuum. Steps of
// StoreFeatures.swift.

/// Gives the file the journal that the user wishes.
enum JournalChoice: StoreStep {
    static func run(_ store: MappedStore) throws {
        try store.writer.apply(store.options.pragmas.filter { $0.key.lowercased() == "journal_mode" })
    }
}

/// Analyses and vacuums where that is wished for.
enum StoreUpkeep: StoreStep {
    static func run(_ store: MappedStore) throws {
        store.writer.countWALPages()
        if store.options.runsAnalyze { try store.writer.execute("ANALYZE") }
        if store.options.runsVacuum { try store.writer.execute("VACUUM") }
    }
}
