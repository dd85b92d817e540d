// SPDX-License-Identifier: Apache-2.0
// `perdure store protect`, and what `store check` says of the checksums.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: store protect") struct StoreProtectTests {
    private let sample: StoreSample

    init() throws { sample = try StoreSample() }

    private func protect(_ words: String..., at location: SourceLocation = #_sourceLocation) throws -> ToolRun
    {
        let run = try ToolRun(["store", "protect", sample.path] + words)
        #expect(run.exitCode == 0, "\(run.errors)", sourceLocation: location)
        return run
    }

    private func check(_ words: String...) throws -> ToolRun {
        try ToolRun(["store", "check", sample.path] + words)
    }

    @Test("REL-10 a protected store is sound; the store's own file stays as it is")
    func sound() throws {
        let before = try Data(contentsOf: sample.url)
        let run = try protect()
        #expect(
            run.output.isEmpty && run.errors.hasPrefix("\(sample.path): ") && run.errors.contains("protected")
        )
        #expect(try Data(contentsOf: sample.url) == before)
        #expect(try sample.files().keys.sorted() == ["Notes.sqlite", "Notes.sqlite-checksums"])
        let checked = try check()
        #expect(checked.exitCode == 0 && checked.lines.count == 2)
        #expect(checked.lines.first?.hasPrefix("protected on ") == true)
        #expect(checked.lines.last == "\(sample.path): sound, 5 objects of 2 entities read")
        #expect(try sample.files().keys.sorted() == ["Notes.sqlite", "Notes.sqlite-checksums"])
    }

    @Test("REL-10 every turned bit makes the check end with an error that names the page")
    func turned() throws {
        _ = try protect()
        let size = try Data(contentsOf: sample.url).count
        // The header, the table of tables, and places everywhere.
        for bit in [3, 17 * 8, 100 * 8] + stride(from: 4_001, to: size * 8, by: size * 8 / 12) {
            try TurnedBits(sample.url).turn(bit)
            let run = try check()
            let page = "page \(bit / 8 / 4096 + 1) has changed since "
            #expect(run.exitCode == 1 || run.exitCode == 3, "bit \(bit)")
            #expect((run.output + run.errors).contains(page), "bit \(bit): \(run.output)\(run.errors)")
            let again = try ToolRun("store", "protect", sample.path)
            #expect(again.exitCode == 1 || again.exitCode == 3, "bit \(bit): \(again.output)")
            try TurnedBits(sample.url).turn(bit)
        }
        #expect(try check().exitCode == 0)
    }

    @Test("REL-10 a store that was written since is told from a damaged one")
    func written() throws {
        _ = try protect()
        try sample.damage("UPDATE ZNOTE SET ZPOINTS = 8 WHERE ZTITLE = 'Milk'")
        let run = try check()
        #expect(run.exitCode == 0)
        #expect(run.lines.first?.contains("and written since: ") == true)
        #expect(run.lines.first?.contains("store protect") == true)
        let json = try #require(try check("--json").json() as? [String: Any])
        let protection = try #require(json["protection"] as? [String: Any])
        #expect(protection["state"] as? String == "older" && (protection["count"] as? Int ?? 0) > 0)
        _ = try protect()
        #expect(try check().lines.first?.contains("as they were") == true)
    }

    @Test("REL-10 --remove removes the checksums, --json says what was done")
    func removing() throws {
        let json = try #require(try protect("--json").json() as? [String: Any])
        #expect(json["isProtected"] as? Bool == true && (json["pages"] as? Int ?? 0) > 1)
        #expect(try protect("--remove").errors.contains("are removed"))
        #expect(try protect("--remove").errors.contains("has no checksums"))
        let document = try #require(try check("--json").json() as? [String: Any])
        #expect(document["protection"] is NSNull)
    }

    @Test("REL-10 a damaged store is not protected, and no server is")
    func refused() throws {
        try sample.damage("UPDATE ZNOTE SET ZFOLDER = 4711 WHERE ZTITLE = 'Milk'")
        let run = try ToolRun("store", "protect", sample.path)
        #expect(run.exitCode == 1 && run.errors.contains("was not protected"))
        #expect(run.output.contains("4711"))
        #expect(try sample.files().count == 1)
        #expect(try ToolRun("store", "protect", "postgresql://localhost/x").exitCode == 2)
    }

    @Test(
        "REL-10 a store that somebody has open is not protected; checksums that cannot be used are an error")
    func inUse() throws {
        let stack = try Stack(at: sample.url, StoreSample.model())
        let context = stack.context()
        context.insert("Folder", ["name": "new"])
        try context.save()
        let run = try ToolRun("store", "protect", sample.path)
        #expect(run.exitCode == 3 && run.errors.contains("close it there"), "\(run.errors)")
        try stack.coordinator.remove(stack.store)
        _ = try protect()
        try Data("damaged".utf8).write(to: sample.folder.file("Notes.sqlite-checksums"))
        let checked = try check()
        #expect(checked.exitCode == 1 && checked.output.contains("cannot be used"))
        _ = try protect()
        #expect(try check().exitCode == 0)
    }
}
