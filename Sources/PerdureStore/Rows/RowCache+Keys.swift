// SPDX-License-Identifier: Apache-2.0
// Reads whose rows only the cache keeps: the reader gets keys. Fetches of faults read so. Part of RowCache.swift.

extension RowCache {
    /// Runs a read of the store, moves its rows into the cache, and returns their keys only.
    ///
    /// - Parameter read: reads the store.
    /// - Returns: the keys of the rows, in their order.
    /// - Throws: what `read` throws.
    package func readingKeys(_ read: () throws -> [Row]) rethrows -> [ObjectKey] {
        if let keys = try readingKeys(read, isLast: false) { return keys }
        return try readingKeys(read, isLast: true) ?? []
    }

    /// Returns nil when rows expired during the read, unless this is the last try.
    private func readingKeys(_ read: () throws -> [Row], isLast: Bool) rethrows -> [ObjectKey]? {
        let began = now()
        let start = state.withLock { $0.beginReading() }
        defer { state.withLock { $0.endReading() } }
        var rows = try read()
        let time = now()
        return state.withLock { state in
            let isCurrent = state.expirations == start
            guard isCurrent || isLast else { return nil }
            return state.insert(&rows, time: state.time(time, since: start), since: began)
        }
    }

    /// Runs a read that gives its rows in parts, and keeps them if it succeeds.
    ///
    /// - Parameter read: reads the store; its argument moves the rows of a part away and returns their keys.
    /// - Returns: whether the rows are current: otherwise rows expired during the read, nothing is kept, and the caller must read
    ///   again.
    /// - Throws: what `read` throws; then nothing is kept.
    package func readingParts(_ read: ((inout [Row]) -> [ObjectKey]) throws -> Void) rethrows -> Bool {
        let start = state.withLock { $0.beginReading() }
        defer { state.withLock { $0.endReading() } }
        // The rows may be older than the last part.
        var staged = StagedRows(time: now())
        try read { staged.add(&$0) }
        return state.withLock { state in
            guard state.expirations == start else { return false }
            state.adopt(staged)
            return true
        }
    }
}
