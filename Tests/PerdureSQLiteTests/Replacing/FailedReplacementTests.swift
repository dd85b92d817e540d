// SPDX-License-Identifier: Apache-2.0
// Replacing a store that fails on its way: the old content stays, and nothing of the new one.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: replacing that fails") struct FailedReplacementTests {
    /// The names in a store's folder of external data.
    private func files(_ folder: StoreFolder, _ name: String) -> Set<String> {
        ExternalDataFolder(store: folder.path(name)).fileNames
    }

    @Test(
        "PRG-21b a large value that cannot be moved: the old store stays, and those that were moved before go"
    )
    func unmovedFile() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(Data(count: 300_000))])
        let former = files(folder, "Store.sqlite")
        let new = try folder.open(name: "New.sqlite")
        for byte in UInt8(1)...2 {
            try new.insert("Book", ["cover": .data(Data(repeating: byte, count: 200_000))])
        }
        let moved = files(folder, "New.sqlite").sorted()
        try #require(moved.count == 2)
        #expect {
            try SQLiteStoreFile.copy(from: folder.path("New.sqlite"), to: folder.path()) {
                // They are moved in the order of their names: the first is in its new place by then.
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                let staging = try #require(names.first { $0.hasPrefix(".Store.sqlite.replacing") })
                let draft = ExternalDataFolder(store: folder.path(staging + "/draft.sqlite"))
                try FileManager.default.removeItem(atPath: draft.path + "/" + moved[1])
            }
        } throws: {
            guard case StoreError.externalData = $0 else { return false }
            return true
        }
        #expect(files(folder, "Store.sqlite") == former)
        #expect(try store.value(key, "cover") == .data(Data(count: 300_000)))
        #expect(try store.count("Book") == 1)
    }
}
