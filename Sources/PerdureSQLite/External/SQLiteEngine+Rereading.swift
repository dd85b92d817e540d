// SPDX-License-Identifier: Apache-2.0
// Reads that meet a file which another engine or process has removed meanwhile. An engine keeps the files that its own
// reads need (ReadViews/OpenReadViews.swift), and cannot know the reads of others.

import PerdureStore

extension SQLiteEngine {
    /// Reads, and once more when the file of a large value is gone.
    ///
    /// With a WAL a commit elsewhere may replace the value while a statement still reads the row before. The second read
    /// sees the new row; if that names the file too, the file is lost.
    ///
    /// - Parameters:
    ///   - mayRepeat: asked after a failure: whether nobody has used a part of the result.
    ///   - body: runs a statement of its own each time.
    /// - Returns: the result of the body.
    /// - Throws: what the body throws.
    func rereading<T>(if mayRepeat: () -> Bool = { true }, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as StoreError {
            guard case .externalData(_, _, let name, _) = error, isGone(name), mayRepeat() else {
                throw error
            }
            return try body()
        }
    }

    /// Whether a file is missing in a store whose rows may be replaced while they are read.
    private func isGone(_ name: String) -> Bool {
        isWAL && !ExternalDataFolder(store: path).fileNames.contains(name)
    }
}
