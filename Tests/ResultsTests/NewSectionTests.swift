// SPDX-License-Identifier: Apache-2.0
// Where a new section stands when its objects, by their order, would come into the middle of another one.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Places of new sections")
struct NewSectionTests {
    /// Rows by name, so that objects of one section may stand between those of another.
    private func sorted() throws -> ListStage {
        try ListStage(request: ListStage.request(by: ["name"]), rows: ["a1", "a2", "b1", "b2"])
    }

    @Test("FET-84 a new section never divides another: it comes behind the one in which its object would be")
    func behind() throws {
        let stage = try sorted()
        let calls = stage.event { stage.add("a15", ["section": "C"]) }
        #expect(calls == ["will", "section insert 1 C 1", "insert nil→[1,0]", "did"])
        #expect(stage.names == [["a1", "a2"], ["a15"], ["b1", "b2"]])
        #expect(stage.controller.sections?.map(\.name) == ["A", "C", "B"])
    }

    @Test("FET-84 a new section whose object comes between two sections stands between them")
    func between() throws {
        let stage = try sorted()
        let calls = stage.event { stage.add("a3", ["section": "C"]) }
        #expect(calls == ["will", "section insert 1 C 1", "insert nil→[1,0]", "did"])
        #expect(stage.names == [["a1", "a2"], ["a3"], ["b1", "b2"]])
    }

    @Test("FET-84 an object that leaves its section for a new one does not divide a third")
    func moved() throws {
        let stage = try sorted()
        let calls = try stage.event {
            let row = try stage.row("a1")
            row.setValue("b15", forKey: "name")
            row.setValue("C", forKey: "section")
        }
        #expect(calls == ["will", "section insert 2 C 1", "move [0,0]→[2,0]", "did"])
        #expect(stage.names == [["a2"], ["b1", "b2"], ["b15"]])
    }
}
