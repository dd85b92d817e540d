// SPDX-License-Identifier: Apache-2.0
// The attributes of a database file, compared to find out whether any process has written to it. Used for reads without locks
// (SQLiteStoreFile.swift).

import Foundation

/// The state of a database file, its WAL and its journal.
struct FileFingerprint: Equatable {
    private let file: Facts?
    private let wal: Facts?
    private let journal: Facts?

    init(path: String) {
        file = Facts(path)
        wal = Facts(path + "-wal")
        journal = Facts(path + "-journal")
    }

    private struct Facts: Equatable {
        private let inode: ino_t
        private let size: off_t
        private let changed: (seconds: Int, nanoseconds: Int)

        /// nil when there is no file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            inode = status.st_ino
            size = status.st_size
            changed = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
        }

        static func == (a: Facts, b: Facts) -> Bool {
            a.inode == b.inode && a.size == b.size && a.changed == b.changed
        }
    }
}
