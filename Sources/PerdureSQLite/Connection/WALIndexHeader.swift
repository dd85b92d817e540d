// SPDX-License-Identifier: Apache-2.0
// What all connections of all processes know of a WAL: the start of the memory that they share. The format is SQLite's
// (walformat.html, 2.1 The WAL-Index Header).

import CSQLite

/// The header of a WAL index.
struct WALIndexHeader: Equatable {
    private let words: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
    private let others: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
    /// Pages in the WAL that are in the file already.
    private let moved: UInt32

    /// Nil where there is no valid header.
    ///
    /// Only for a connection that has read the file in WAL mode.
    init?(_ handle: OpaquePointer) {
        var state = perdure_sqlite3_wal_state()
        guard perdure_sqlite3_read_wal_state(handle, &state) != 0 else { return nil }
        (words, others, moved) = (state.header, state.others, state.moved)
        guard isValid else { return nil }
    }

    /// Version 3007000 of the format, and the mark of a header that is complete.
    private var isValid: Bool { words.0 == 3_007_000 && withUnsafeBytes(of: words) { $0[12] } == 1 }

    /// Pages in the WAL.
    private var frames: UInt32 { words.4 }

    /// Says whether an open snapshot keeps no large WAL from starting anew.
    ///
    /// A small one may grow, and of one that is in the file as a whole a snapshot needs nothing.
    ///
    /// - Parameter pages: how many pages a small one has at most.
    /// - Returns: whether a snapshot may be kept.
    func hasRoom(_ pages: UInt32) -> Bool { frames <= pages || moved == frames }

    static func == (left: Self, right: Self) -> Bool {
        left.words == right.words && left.others == right.others
    }
}
