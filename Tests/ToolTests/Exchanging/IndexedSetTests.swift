// SPDX-License-Identifier: Apache-2.0
// `perdure store set` on a store with indexes of merging attributes, while a program has it open.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: setting values beside merge indexes") struct IndexedSetTests {
    private let folder: TemporaryFolder
    private let stack: Stack
    private var path: String { folder.file("Notes.sqlite").path }

    init() throws {
        folder = try TemporaryFolder()
        let model = NSManagedObjectModel(
            EntitySketch("Note", .attribute("title"), .attribute("tags", .binaryDataAttributeType)))
        model.entitiesByName["Note"]?.attributesByName["tags"]?.userInfo = [
            "perdure.merge": "set", "perdure.mergeIndexes": "YES",
        ]
        stack = try Stack(at: folder.file("Notes.sqlite"), model)
        try add("red")
    }

    /// What the running program does.
    private func add(_ tag: String) throws {
        let context = stack.context()
        try context.performAndWait {
            context.insert("Note", ["title": tag, "tags": Set<AnyHashable>([tag])])
            try context.save()
        }
    }

    private func value(_ query: String) throws -> String? {
        try RawDatabase(folder.file("Notes.sqlite")).value(query)
    }

    @Test(
        "MRG-124 PRG-131 indexes stay when a value is set, also in a dry run, and the running program goes on",
        arguments: [["--dry-run"], []])
    func stays(_ options: [String]) throws {
        let run = try ToolRun(["store", "set", path, "Note/p1", "title=x"] + options)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try value("SELECT ZTITLE FROM ZNOTE") == (options.isEmpty ? "x" : "red"))
        #expect(try value("SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZTAGS") == "1")
        try add("blue")
        #expect(try value("SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZTAGS") == "2")
    }

    @Test("MRG-124 PRG-131 an attribute with indexes is not set")
    func refuses() throws {
        for words in [["tags=AAAA"], ["--nil", "tags"]] {
            let run = try ToolRun(["store", "set", path, "Note/p1"] + words)
            #expect(run.exitCode == 2, "\(run.errors)")
            #expect(
                run.errors.contains("Note/p1.tags: merges and has indexes, which only its program can keep"))
        }
        #expect(try value("SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZTAGS") == "1")
    }
}
