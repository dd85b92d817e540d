// SPDX-License-Identifier: Apache-2.0
// Metadata of stores with values that do not equal themselves, such as NaN.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Metadata that do not equal themselves") struct OddMetadataTests {
    @Test("MG-19 a NaN in the metadata of another version's store ends in 134100")
    func notANumber() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Odd.sqlite")
        try write(url)
        let error = #expect(throws: NSError.self) { _ = try Stack(at: url, FixtureModel.notes()) }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    }

    private func write(_ url: URL) throws {
        let stack = try Stack(at: url, TodoModel.make())
        var metadata = stack.coordinator.metadata(for: stack.store)
        metadata["ratio"] = Double.nan
        stack.coordinator.setMetadata(metadata, for: stack.store)
        let context = stack.context()
        context.insert("TodoList", ["name": "Home"])
        try context.save()
    }
}
