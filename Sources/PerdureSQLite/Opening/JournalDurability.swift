// SPDX-License-Identifier: Apache-2.0
// The durability level NORMAL for each kind of journal. In WAL mode NORMAL may lose the last commits. With a rollback
// journal it may damage the file, because the journal's header is not synced before the pages. So the level is FULL there.

import PerdureStore

extension SQLiteOptions {
    /// Whether the user wants the level NORMAL, by the pragma or by the option.
    var wishesNormalDurability: Bool {
        guard let wish = pragmas.first(where: { $0.key.lowercased() == "synchronous" }) else {
            return durability == .normal
        }
        return ["1", "NORMAL"].contains(wish.value.uppercased())
    }
}

extension SQLiteConnection {
    /// Sets the level that NORMAL stands for with the file's journal.
    func applyDurability(_ options: SQLiteOptions) throws {
        guard options.wishesNormalDurability, ![.readOnly, .immutable, .looking].contains(mode) else {
            return
        }
        let isWAL = try first("PRAGMA journal_mode") { $0.text(0) } == "wal"
        try execute("PRAGMA synchronous = \(isWAL ? "NORMAL" : "FULL")")
    }
}
