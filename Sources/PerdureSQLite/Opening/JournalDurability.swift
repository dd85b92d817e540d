// SPDX-License-Identifier: Apache-2.0
// NORMAL means something else for each journal: in WAL mode it may lose the last commits, with a rollback journal it may
// damage the file, because the journal's header is not brought to disk before the pages. So it is FULL there.

import PerdureStore

extension SQLiteOptions {
    /// Whether the level NORMAL is wished for, by the pragma or without one.
    var wishesNormalDurability: Bool {
        guard let wish = pragmas.first(where: { $0.key.lowercased() == "synchronous" }) else {
            return durability == .normal
        }
        return ["1", "NORMAL"].contains(wish.value.uppercased())
    }
}

extension SQLiteConnection {
    /// Gives the level NORMAL the meaning that the journal of the file needs.
    func settleDurability(_ options: SQLiteOptions) throws {
        guard options.wishesNormalDurability, mode != .readOnly, mode != .immutable else { return }
        let isWAL = try first("PRAGMA journal_mode") { $0.text(0) } == "wal"
        try execute("PRAGMA synchronous = \(isWAL ? "NORMAL" : "FULL")")
    }
}
