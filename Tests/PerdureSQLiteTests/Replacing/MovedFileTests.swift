// SPDX-License-Identifier: Apache-2.0
// A store whose file is removed or renamed by another program while it is open.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: files that lose their name") struct MovedFileTests {
    @Test(
        "SAV-160 a save into a file that has lost its name is an error, in every journal mode",
        arguments: ["WAL", "DELETE"], [true, false])
    func lostName(_ journal: String, _ isReplaced: Bool) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        try store.insert("Book", ["title": .string("A")])
        let other = folder.path("Other")
        try FileManager.default.moveItem(atPath: folder.path(), toPath: other)
        if isReplaced { try FileManager.default.copyItem(atPath: other, toPath: folder.path()) }
        #expect {
            try store.insert("Book", ["title": .string("B")])
        } throws: { error in
            guard case .replaced(let path, let isDestroyed)? = error as? StoreError else { return false }
            return path == folder.path() && isDestroyed != isReplaced
        }
        // The file that comes back under its name takes saves again.
        if isReplaced { try FileManager.default.removeItem(atPath: folder.path()) }
        try FileManager.default.moveItem(atPath: other, toPath: folder.path())
        try store.insert("Book", ["title": .string("C")])
        #expect(try store.count("Book") == 2)
    }
}
