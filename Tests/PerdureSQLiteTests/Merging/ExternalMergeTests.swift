// SPDX-License-Identifier: Apache-2.0
// Sets whose bytes lie in files of their own: merging replaces the file.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: external values that merge") struct ExternalMergeTests {
    @Test("MRG-140 a large set lies in one file before and after merging, and in none when it is empty")
    func merging() throws {
        let folder = try StoreFolder()
        let store = try folder.open(MergeModel.external)
        let key = try store.insert("Album")
        let elements = ["a", "b"].map { MergeElement.string(String(repeating: $0, count: 300_000)) }
        let external = ExternalDataFolder(store: folder.path()).path
        let files = { (try? FileManager.default.contentsOfDirectory(atPath: external)) ?? [] }
        var names: [[String]] = []
        for element in elements {
            try store.commit(
                try store.merging(key, "pictures", .set(SetDelta(inserted: [element]))))
            names.append(files())
        }
        #expect(names.map(\.count) == [1, 1])
        #expect(names[0] != names[1])
        let rule = MergeRule(.set, type: .binary)
        #expect(try rule.content(of: store.value(key, "pictures")) == .set(Set(elements)))
        #expect(try SQLiteStoreChecker.check(path: folder.path(), schema: store.schema).isEmpty)
        try store.commit(try store.merging(key, "pictures", .set(SetDelta(removed: Set(elements)))))
        #expect(try store.value(key, "pictures") == .null)
        #expect(files().isEmpty)
    }
}
