// SPDX-License-Identifier: Apache-2.0
// `perdure store doctor`: shows what it would do, does it after a backup, and leaves what is not safe.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: repairs of stores") struct StoreDoctorTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    private func damage(_ statements: String...) throws {
        let database = try RawDatabase(sample.url, isReadOnly: false)
        let index = try database.value(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZBOOK' AND sql IS NOT NULL")
        for statement in statements { try database.rows(statement.replacing("$index", with: index ?? "?")) }
    }

    @Test("PRG-129 a sound store needs nothing")
    func sound() throws {
        let run = try ToolRun("store", "doctor", sample.path, "--apply")
        #expect(run.exitCode == 0 && run.output == "\(sample.path): sound\n", "\(run.output)\(run.errors)")
    }

    @Test("PRG-129 a store with a rollback journal is mended too")
    func rollbackJournal() throws {
        try damage("UPDATE ZBOOK SET Z_OPT = NULL")
        let database = try RawDatabase(sample.url, isReadOnly: false)
        #expect(try database.value("PRAGMA journal_mode = DELETE") == "delete")
        database.close()
        let run = try ToolRun("store", "doctor", sample.path, "--apply")
        #expect(run.exitCode == 0 && run.output.contains("nothing is left"), "\(run.output)\(run.errors)")
    }

    private static let wounds: [(String, String)] = [
        (
            "UPDATE ZPERSON SET ZBOSS = 4711 WHERE Z_PK = 1",
            "ZPERSON: references in ZBOSS that lead to no row of ZPERSON become nil (1 row)"
        ),
        (
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Person'",
            "Z_PRIMARYKEY: Z_MAX of Person becomes 10, the highest key in use (1 row)"
        ),
        ("UPDATE ZBOOK SET Z_OPT = NULL", "ZBOOK: rows without a version get version 1 (4 rows)"),
        (
            "UPDATE ZPERSON SET ZBOOKCOUNT = 9 WHERE Z_PK = 2",
            "derived attributes are computed anew, and get their triggers"
        ),
        ("DROP INDEX $index", ": the missing index is made"),
        (
            "UPDATE ZBOOK SET Z_FOK_OWNER = NULL WHERE Z_PK < 3",
            "members without a place in Z_FOK_OWNER come behind the others (2 rows)"
        ),
        (
            "UPDATE ZBOOK SET Z_FOK_OWNER = CASE Z_PK WHEN 1 THEN 9223372036854775807 WHEN 2 THEN NULL ELSE Z_FOK_OWNER END",
            "members without a place in Z_FOK_OWNER come behind the others (2 rows)"
        ),
    ]

    @Test(
        "PRG-129 each repair is shown, then made after a backup, and then nothing is wrong", arguments: wounds
    )
    func mends(_ statement: String, _ repair: String) throws {
        try damage(statement)
        let before = try Data(contentsOf: sample.url)
        let shown = try ToolRun("store", "doctor", sample.path)
        #expect(shown.exitCode == 1)
        #expect(
            shown.lines.contains { $0.hasPrefix("repair: ") && $0.contains(repair) },
            "\(shown.output)\(shown.errors)")
        #expect(
            shown.lines.last?.hasSuffix("possible, nothing is left; --apply makes them") == true,
            "\(shown.output)")
        #expect(try Data(contentsOf: sample.url) == before, "nothing was written yet")
        let backup = sample.file("before.sqlite")
        let made = try ToolRun("store", "doctor", sample.path, "--apply", "--backup", backup)
        #expect(made.exitCode == 0, "\(made.output)\(made.errors)")
        #expect(made.lines.contains { $0.hasPrefix("repaired: ") && $0.contains(repair) }, "\(made.output)")
        #expect(made.lines.last?.hasSuffix("the store as it was is \(backup)") == true)
        #expect(try ToolRun("store", "check", sample.path).exitCode == 0)
        #expect(try ToolRun("store", "doctor", backup).exitCode == 1, "the backup has the damage")
        #expect(try ToolRun("store", "doctor", sample.path).output == "\(sample.path): sound\n")
    }

    @Test("PRG-129 members without a place come behind the others in the order of their rows")
    func places() throws {
        try damage("UPDATE ZBOOK SET Z_FOK_OWNER = CASE Z_PK WHEN 3 THEN 4096 WHEN 4 THEN 2048 END")
        let run = try ToolRun("store", "doctor", sample.path, "--apply")
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(
            try RawDatabase(sample.url).rows("SELECT Z_PK, Z_FOK_OWNER FROM ZBOOK ORDER BY Z_FOK_OWNER") == [
                ["4", "2048"], ["3", "4096"], ["1", "5120"], ["2", "6144"],
            ])
    }

    @Test("PRG-129 a pair that leads to no row is removed, and a foreign entity number stays for a backup")
    func leaves() throws {
        let join = try #require(
            try RawDatabase(sample.url).value(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_*PEOPLE' OR name GLOB 'Z_*TEAMS'"
            ))
        try damage("DELETE FROM ZPERSON WHERE Z_PK = 10", "UPDATE ZBOOK SET Z_ENT = 99 WHERE Z_PK = 1")
        let run = try ToolRun("store", "doctor", sample.path, "--json")
        #expect(run.exitCode == 1)
        let json = try #require(try run.json() as? [String: Any])
        #expect(json["format"] as? Int == 1 && json["isApplied"] as? Bool == false)
        let repairs = try #require(json["repairs"] as? [[String: Any]])
        #expect(
            repairs.contains { $0["object"] as? String == join && $0["rows"] as? Int == 1 }, "\(run.output)")
        let left = try #require(json["left"] as? [[String: Any]])
        #expect(
            left.contains { ($0["message"] as? String)?.contains("is of entity 99") == true }, "\(run.output)"
        )
        let applied = try ToolRun("store", "doctor", sample.path, "--apply")
        #expect(
            applied.exitCode == 1
                && applied.output.contains(
                    "left, for a backup; the store as it was is \(sample.path).before-")
        )
    }

    @Test("PRG-129 one-to-one sides that disagree: the missing one is written, the stale one becomes nil")
    func oneToOne() throws {
        let url = sample.folder.file("Pairs.sqlite")
        let model = NSManagedObjectModel(
            EntitySketch("Car", .toOne("driver", "Driver", inverse: "car")),
            EntitySketch("Driver", .toOne("car", "Car", inverse: "driver")))
        do {
            let stack = try Stack(at: url, model)
            let context = stack.context()
            try context.performAndWait {
                for _ in 0..<3 { context.insert("Car", ["driver": context.insert("Driver")]) }
                try context.save()
            }
        }
        let pairs = try RawDatabase(url).rows("SELECT Z_PK, ZDRIVER FROM ZCAR ORDER BY 1")
        // One side is lost; another car claims a driver who has his own.
        try RawDatabase(url, isReadOnly: false).rows(
            "UPDATE ZDRIVER SET ZCAR = NULL WHERE Z_PK = \(pairs[0][1])")
        try RawDatabase(url, isReadOnly: false).rows(
            "UPDATE ZDRIVER SET ZCAR = \(pairs[2][0]) WHERE Z_PK = \(pairs[1][1])")
        let check = try ToolRun("store", "check", url.path)
        #expect(
            check.exitCode == 1 && check.output.contains("which does not lead back in ZCAR"),
            "\(check.output)")
        let run = try ToolRun("store", "doctor", url.path, "--apply")
        #expect(run.exitCode == 0 && run.output.contains("repaired: "), "\(run.output)")
        let after = try RawDatabase(url)
        #expect(try after.value("SELECT ZCAR FROM ZDRIVER WHERE Z_PK = \(pairs[0][1])") == pairs[0][0])
        #expect(try after.value("SELECT ZDRIVER FROM ZCAR WHERE Z_PK = \(pairs[1][0])") == "NULL")
        #expect(try after.value("SELECT ZCAR FROM ZDRIVER WHERE Z_PK = \(pairs[2][1])") == pairs[2][0])
    }

    @Test(
        "PRG-129 references to rows whose entity number is of an earlier model stay, and so do the other sides"
    )
    func earlierNumbers() throws {
        let url = sample.folder.file("Earlier.sqlite")
        let model = NSManagedObjectModel(
            EntitySketch(
                "Author", .toMany("books", "Book", inverse: "author"), .toOne("desk", "Desk", inverse: "user")
            ),
            EntitySketch("Book", .toOne("author", "Author", inverse: "books")),
            EntitySketch("Desk", .toOne("user", "Author", inverse: "desk")))
        do {
            let stack = try Stack(at: url, model)
            let context = stack.context()
            try context.performAndWait {
                let author = context.insert("Author", ["desk": context.insert("Desk")])
                context.insert("Book", ["author": author])
                try context.save()
            }
        }
        try RawDatabase(url, isReadOnly: false).rows("UPDATE ZAUTHOR SET Z_ENT = 99")
        let run = try ToolRun("store", "doctor", url.path, "--apply")
        #expect(run.exitCode == 1 && !run.output.contains("become nil"), "\(run.output)\(run.errors)")
        let after = try RawDatabase(url)
        #expect(try after.value("SELECT ZAUTHOR FROM ZBOOK") == "1")
        #expect(try after.value("SELECT ZUSER FROM ZDESK") == "1")
        #expect(try after.value("SELECT ZDESK FROM ZAUTHOR") == "1")
    }

    @Test("PRG-129 a reference to a row of another entity of its table becomes nil")
    func otherEntity() throws {
        let url = sample.folder.file("Other.sqlite")
        let model = NSManagedObjectModel(
            EntitySketch("Person"), EntitySketch("Editor", parent: "Person"),
            EntitySketch("Writer", parent: "Person", .toMany("books", "Book", inverse: "writer")),
            EntitySketch("Book", .toOne("writer", "Writer", inverse: "books")))
        do {
            let stack = try Stack(at: url, model)
            let context = stack.context()
            try context.performAndWait {
                context.insert("Book", ["writer": context.insert("Writer")])
                try context.save()
            }
        }
        try RawDatabase(url, isReadOnly: false).rows(
            "UPDATE ZPERSON SET Z_ENT = (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Editor')")
        let run = try ToolRun("store", "doctor", url.path, "--apply")
        #expect(
            run.output.contains("references in ZWRITER that lead to no row of ZPERSON become nil"),
            "\(run.output)")
        #expect(try RawDatabase(url).value("SELECT ZWRITER FROM ZBOOK") == "NULL")
    }
}
