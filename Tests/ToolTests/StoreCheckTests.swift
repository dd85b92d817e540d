// SPDX-License-Identifier: Apache-2.0
// What `perdure store check` finds, and what it does not complain about.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: store check") struct StoreCheckTests {
    private let sample: StoreSample

    init() throws { sample = try StoreSample() }

    @Test("a sound store")
    func sound() throws {
        let run = try ToolRun("store", "check", sample.path)
        #expect(run.exitCode == 0)
        #expect(run.output == "\(sample.path): sound, 5 objects of 2 entities read\n")
        #expect(run.errors.isEmpty)
    }

    @Test("PRG-59 a store with entities whose names differ by case only is sound") func caseOnly() throws {
        let url = sample.folder.file("Case.sqlite")
        let stack = try Stack(
            at: url,
            NSManagedObjectModel(
                EntitySketch("Note", .attribute("text")), EntitySketch("NOTE", .attribute("text"))))
        let context = stack.context()
        try context.performAndWait {
            for name in ["Note", "NOTE"] { context.insert(name, ["text": "a"]) }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        let run = try ToolRun("store", "check", url.path)
        #expect(run.exitCode == 0 && run.output == "\(url.path): sound, 2 objects of 2 entities read\n")
        #expect(try ToolRun("store", "protect", url.path).exitCode == 0)
    }

    @Test(
        "damage is listed, and the exit code is 1",
        arguments: [
            "UPDATE ZNOTE SET ZFOLDER = 4711 WHERE ZTITLE = 'Milk'",
            "UPDATE ZNOTE SET Z_ENT = 99 WHERE ZTITLE = 'Milk'",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Note'",
        ])
    func damaged(_ statement: String) throws {
        try sample.damage(statement)
        let run = try ToolRun("store", "check", sample.path)
        #expect(run.exitCode == 1)
        #expect(run.lines.count >= 2)
        #expect(run.lines.dropLast().allSatisfy { $0.hasPrefix("error: ") || $0.hasPrefix("warning: ") })
        #expect(run.lines.last?.contains("problem") == true)
        #expect(run.errors.isEmpty)
    }

    @Test(
        "PRG-75 damage of the bookkeeping is no sound store",
        arguments: [
            (
                "UPDATE Z_METADATA SET Z_PLIST = NULL",
                "error: Z_METADATA, row 1: Z_PLIST is NULL: the store does not say"
            ),
            (
                "UPDATE Z_METADATA SET Z_UUID = NULL",
                "error: Z_METADATA, row 1: Z_UUID is empty: the store has no identity"
            ),
            (
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT WHERE Z_NAME = 'Note'",
                "error: Z_PRIMARYKEY, row 2: Note leads back to itself through Z_SUPER 2"
            ),
            (
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 3 - Z_ENT WHERE Z_ENT IN (1, 2)",
                "error: Z_PRIMARYKEY, row 1: Folder leads back to itself through Z_SUPER 2"
            ),
            (
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 71 WHERE Z_NAME = 'Note'",
                "error: Z_PRIMARYKEY, row 2: Note has the Z_SUPER 71, which is no Z_ENT of the table"
            ),
            (
                "UPDATE ZNOTE SET Z_ENT = 4711 WHERE ZTITLE = 'Milk'",
                "is of entity 4711, which has no objects in this table"
            ),
        ])
    func bookkeeping(_ statement: String, _ line: String) throws {
        try sample.damage(statement)
        let run = try ToolRun("store", "check", sample.path)
        #expect(run.exitCode == 1)
        #expect(run.lines.contains { $0.contains(line) }, "\(run.output)\(run.errors)")
        #expect(run.lines.last?.contains("sound") == false)
    }

    @Test("PRG-75 a row of an entity that the file does not list, in a table that the model lacks")
    func strangerTable() throws {
        try sample.damage(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (9, 'Old', 0, 2)",
            "CREATE TABLE ZOLD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)",
            "INSERT INTO ZOLD VALUES (1, 9, 1)", "INSERT INTO ZOLD VALUES (2, 70000, 1)")
        let run = try ToolRun("store", "check", sample.path)
        #expect(run.exitCode == 1)
        #expect(run.lines.contains("error: ZOLD, row 2: is of entity 70000, which is not in Z_PRIMARYKEY"))
        #expect(run.lines.filter { $0.contains("ZOLD") }.count == 1)
    }

    @Test("PRG-75 a long ring of parents is found, 100 lines of it are printed")
    func longRing() throws {
        try sample.damage(
            "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) "
                + "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) SELECT i, 'R' || i, IIF(i = 9999, 100, i + 1), 0 FROM n"
        )
        let run = try ToolRun("store", "check", sample.path)
        #expect(run.exitCode == 1)
        #expect(run.lines.filter { $0.contains("leads back to itself") }.count == 100)
    }

    @Test("PRG-75 a default out of its type's range in the store's model")
    func defaultRange() throws {
        let folder = try TemporaryFolder()
        let model = folder.file("M.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        let changed = StoreSample.model()
        changed.entitiesByName["Note"]?.attributesByName["points"]?.defaultValue = 3_000_000_000
        try changed.contentsXML().write(to: model.appendingPathComponent("contents"))
        let run = try ToolRun("store", "check", sample.path, "--model", model.path)
        #expect(run.exitCode == 1)
        #expect(
            run.lines.contains {
                $0.hasPrefix(
                    "error: Note.points: its default value 3000000000 is out of the range of the type Integer 32"
                )
            }, "\(run.output)\(run.errors)")
    }

    @Test("--json lists problems as objects")
    func json() throws {
        try sample.damage("UPDATE ZNOTE SET ZFOLDER = 4711 WHERE ZTITLE = 'Milk'")
        let run = try ToolRun("store", "check", "--json", sample.path)
        #expect(run.exitCode == 1)
        let json = try #require(try run.json() as? [String: Any])
        let problems = try #require(json["problems"] as? [[String: Any]])
        #expect(
            problems.contains { $0["severity"] as? String == "error" && $0["object"] as? String == "ZNOTE" })
    }

    @Test(
        "real stores: sound, or the fault of the file has a name",
        .enabled(if: Fixtures.isAvailable, Comment(rawValue: Fixtures.absence)),
        arguments: Fixtures.files(in: "stores", where: Fixtures.isStore))
    func realStores(_ path: String) throws {
        let folder = try TemporaryFolder()
        let store = try folder.copyStore(Fixtures.url(path))
        let model = try Fixtures.table("pairs.tsv").first { $0["reference"] == path }?["source"]
        let options = model.map { ["--model", Fixtures.url($0).path] } ?? []
        let run = try ToolRun(["store", "check", store.path] + options)
        if model == nil, run.errors.contains("keeps no copy of its model") { return }
        guard let fault = Self.knownFaults.first(where: { path.hasSuffix($0.file) })?.fault else {
            #expect(run.exitCode == 0, "\(path): \(run.output)\(run.errors)")
            return
        }
        #expect(run.exitCode == 1)
        #expect(run.lines.dropLast().contains { $0.contains(fault) }, "\(run.output)")
    }

    /// What is really wrong with a file: objects that pairs name are gone, keys of entities that the model lacks
    /// (stubs that a test suite wrote by hand).
    private static let knownFaults = [
        (
            file: "Test-15.4.1.photoslibrary/database/Photos.sqlite",
            fault: "Z_54MERGECANDIDATES: a pair points"
        ),
        (file: "ArtsyPartner_1.3.sqlite", fault: "row 1: is of entity 3"),
        (file: "ArtsyPartner_1.4.sqlite", fault: "Z_MAX of Artist is -1, though the key 4 is in use"),
        (file: "ArtsyPartner_2.0.sqlite", fault: "row 1: is of entity 1"),
    ]
}
