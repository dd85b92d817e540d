// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, between its user info and a value.

import PerdurePredicates
import Testing

@testable import PerdureModelFormat

@Suite("Merging in documents") struct MergeDocumentTests {
    private static var documents: [MergeDocument] {
        var set = MergeDocument(.set)
        set.elements = .uri
        set.indexes = ["YES"]
        var dictionary = MergeDocument(.dictionary)
        dictionary.isDeep = true
        dictionary.skipsChanged = true
        dictionary.indexes = ["a", "b.c"]
        var value = MergeDocument(.value)
        value.criterion = .setterCalled
        value.conflict = .error
        return [MergeDocument(.counter), set, dictionary, value]
    }

    private func entries(_ info: [String: Any]) -> MergeEntries { MergeEntries { info[$0] } }

    @Test("MRG-60 what is written is read again", arguments: MergeDocumentTests.documents)
    func roundTrip(_ document: MergeDocument) throws {
        let entries = entries(document.userInfo)
        #expect(try entries.kind() == document.kind)
        #expect(try entries.document(document.kind) == document)
        #expect(entries.knownDocument == document)
    }

    @Test("MRG-60 only what differs from a missing entry is written") func shortForm() {
        #expect(MergeDocument(.set).userInfo == ["perdure.merge": "set"])
    }

    @Test("MRG-60 an unknown entry is refused with the known ones, or counts as none") func unknown() throws {
        let entries = entries(["perdure.merge": "set", "perdure.mergeElements": "date"])
        let error = #expect(throws: MergeEntryError.self) { try entries.document(.set) }
        #expect(error?.key == MergeKey.elements)
        #expect(error?.given == "date")
        #expect(error?.known == ["string", "integer", "uuid", "uri"])
        #expect(entries.knownDocument == MergeDocument(.set))
    }

    @Test(
        "MRG-60 YES and NO are read in any case of letters, and as Booleans", arguments: ["yes", "TRUE", "1"])
    func flags(_ text: String) throws {
        #expect(try entries(["perdure.mergeDeep": text]).document(.dictionary).isDeep)
        #expect(try entries(["perdure.mergeDeep": true]).document(.dictionary).isDeep)
        #expect(throws: MergeEntryError.self) {
            try entries(["perdure.mergeDeep": "maybe"]).document(.dictionary)
        }
    }
}
