// SPDX-License-Identifier: Apache-2.0
// `perdure store copy` from file to file.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: copies of files") struct StoreFileCopyTests {
    private let sample: StoreSample

    init() throws { sample = try StoreSample() }

    @Test("PG-153 a file's copy is another store with the same objects, and the source stays as it is")
    func copies() throws {
        let before = try sample.files()
        let path = sample.folder.file("Copy.sqlite").path
        let run = try ToolRun("store", "copy", sample.path, path)
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == "\(path): 5 objects of \(sample.path) copied and compared\n")
        var after = try sample.files()
        #expect(after.removeValue(forKey: "Copy.sqlite") != nil)
        #expect(after == before)
        let query = "SELECT Z_PK, ZTITLE, ZFOLDER FROM ZNOTE ORDER BY Z_PK"
        let rows = try RawDatabase(URL(fileURLWithPath: path)).rows(query)
        #expect(try rows == RawDatabase(sample.url).rows(query))
        #expect(try ToolRun("store", "check", path).exitCode == 0)
    }

    @Test("PG-153 the table of former URIs has one row for each object; a copy of a copy has those of both")
    func names() throws {
        let paths = ["B.sqlite", "C.sqlite"].map { sample.folder.file($0).path }
        #expect(try ToolRun("store", "copy", sample.path, paths[0]).exitCode == 0)
        #expect(try ToolRun("store", "copy", paths[0], paths[1]).exitCode == 0)
        let counts = try paths.map {
            try RawDatabase(URL(fileURLWithPath: $0)).rows("SELECT COUNT(*) FROM PERDURE_FORMER")[0][0]
        }
        #expect(counts == ["5", "10"])
        let plain = try RawDatabase(sample.url).rows(
            "SELECT COUNT(*) FROM sqlite_master WHERE name = 'PERDURE_FORMER'")
        #expect(plain == [["0"]])
    }

    @Test("PG-153 a file that is there is not touched, and a source that cannot be read leaves nothing")
    func refusals() throws {
        let before = try sample.files()
        let taken = try ToolRun("store", "copy", sample.path, sample.path)
        #expect(taken.exitCode == 4 && taken.errors.contains("exists already"))
        let missing = try ToolRun(
            "store", "copy", sample.path + "x", sample.folder.file("Copy.sqlite").path)
        #expect(missing.exitCode == 3)
        let nowhere = try ToolRun("store", "copy", sample.path, "/nowhere/Copy.sqlite")
        #expect(nowhere.exitCode == 4)
        #expect(try sample.files() == before)
    }
}
