// SPDX-License-Identifier: Apache-2.0
// A store that is moved to a file beside it whose name differs only in the extension keeps its large values.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Stores whose names differ only in the extension")
struct SharedSupportTests {
    private let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    private func model() -> NSManagedObjectModel {
        let cover = ModelSamples.attribute("cover", .binaryData)
        cover.allowsExternalBinaryDataStorage = true
        return ModelSamples.model(ModelSamples.entity("Book", [cover]))
    }

    @Test(
        "STO-100 STO-101 STO-60 a store that was migrated beside its old file outlives it with its large values"
    )
    func migratedBeside() throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.file("Books.db"), folder.file("Books.sqlite"))
        let stack = try Stack(at: old, model())
        let context = stack.context()
        context.insert("Book", ["cover": large])
        try context.save()
        _ = try stack.coordinator.migratePersistentStore(stack.store, to: new, type: .sqlite)
        try stack.coordinator.destroyPersistentStore(at: old, type: .sqlite)
        let reader = stack.context()
        let moved = try #require(try reader.all("Book").first)
        #expect(moved.value(forKey: "cover") as? Data == large)
        let again = try Stack(at: new, model())
        let second = again.context()
        defer { withExtendedLifetime(again) {} }
        let found = try #require(try second.all("Book").first)
        #expect(found.value(forKey: "cover") as? Data == large)
    }
}
