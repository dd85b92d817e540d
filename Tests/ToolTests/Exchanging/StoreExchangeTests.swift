// SPDX-License-Identifier: Apache-2.0
// `perdure store create`, `export` and `import`: a round trip, and what an import refuses.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: export and import") struct StoreExchangeTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    private func requireEqual(_ store: String) throws {
        let diff = try ToolRun("store", "diff", sample.path, store, "--by-key", "--key", "Book=title")
        #expect(diff.exitCode == 0, "\(diff.output)\(diff.errors)")
        #expect(try ToolRun("store", "check", store).exitCode == 0)
    }

    @Test("PRG-123 an export as JSON lines, a new store and an import give an equal store")
    func jsonLines() throws {
        let export = try ToolRun("store", "export", sample.path, "-o", sample.file("all.jsonl"))
        #expect(export.exitCode == 0 && export.errors.hasSuffix("15 objects of \(sample.path)\n"))
        let store = try sample.emptyStore()
        let run = try ToolRun("store", "import", store, sample.file("all.jsonl"))
        #expect(run.exitCode == 0 && run.errors == "\(store): 15 new, 0 changed\n", "\(run.errors)")
        try requireEqual(store)
        // The derived values, and the order of the members.
        let database = try RawDatabase(URL(fileURLWithPath: store))
        #expect(try database.value("SELECT ZBOOKCOUNT FROM ZPERSON WHERE ZEMAIL = 'p0@example.com'") == "4")
        // Once more: the same objects, nothing new.
        let again = try ToolRun("store", "import", store, sample.file("all.jsonl"), "--entity", "Person")
        #expect(again.exitCode == 0 && again.errors.contains("4 new, 11 changed"), "\(again.errors)")
    }

    @Test("PRG-123 an export as tables gives an equal store too; NULL is not an empty text")
    func tables() throws {
        let export = try ToolRun("store", "export", sample.path, "--csv", "-o", sample.file("tables"))
        #expect(export.exitCode == 0, "\(export.errors)")
        let table = try String(contentsOfFile: sample.file("tables/Person.csv"), encoding: .utf8)
        #expect(table.hasPrefix("objectID,address,age,amount,big,books,boss,"))
        #expect(table.contains(",'=1+1,") && table.contains(",\"\","))
        let store = try sample.emptyStore()
        let run = try ToolRun("store", "import", store, sample.file("tables"))
        #expect(run.exitCode == 0, "\(run.errors)")
        try requireEqual(store)
        let database = try RawDatabase(URL(fileURLWithPath: store))
        #expect(try database.value("SELECT COUNT(*) FROM ZPERSON WHERE ZNOTE = ''") == "1")
        #expect(try database.value("SELECT COUNT(*) FROM ZPERSON WHERE ZBIG IS NULL") == "1")
    }

    @Test("PRG-126 no text of a table is a formula, and each comes back as it was")
    func formulas() throws {
        _ = try ToolRun("store", "export", sample.path, "--csv", "-o", sample.file("tables"))
        for name in ["Person", "Employee"] {
            let table = try String(contentsOfFile: sample.file("tables/\(name).csv"), encoding: .utf8)
            for cell in table.split(whereSeparator: { $0 == "," || $0 == "\r\n" }) {
                let text = cell.drop { $0 == "\"" }
                #expect(!["=", "@", "+", "\t"].contains(text.first), "\(cell)")
            }
        }
    }

    @Test("PRG-123 dates are ISO 8601 with all digits, or seconds when asked")
    func dates() throws {
        let iso = try ToolRun("store", "export", sample.path, "--entity", "Employee")
        #expect(iso.output.contains("\"seen\":\"1978-10-27T03:33:19.8765433Z\""), "\(iso.output.prefix(600))")
        let seconds = try ToolRun(
            "store", "export", sample.path, "--entity", "Employee", "--dates", "seconds")
        #expect(seconds.output.contains("\"seen\":-700000000.1234567,"))
        #expect(
            iso.lines.count == 6
                && iso.lines[0].hasPrefix("{\"format\":\"perdure-export\",\"version\":1,\"store\":"))
    }

    @Test("PRG-124 all problems are listed with file, line, entity and key, and nothing is written")
    func problems() throws {
        let store = try sample.emptyStore()
        let file = try sample.write(
            "bad.jsonl", #"{"entity":"Person","values":{"email":"a@b.c","age":70000}}"#,
            #"{"entity":"Person","values":{"email":"a@b.c"}}"#,
            #"{"entity":"Person","values":{"emial":"x"}}"#,
            #"{"entity":"Person","values":{"email":null,"boss":"Person/p77"}}"#,
            #"{"entity":"Nobody","values":{}}"#, "{",
            #"{"entity":"Person","values":{"email":"d@b.c","seen":"yesterday","photo":"?","bookCount":3,"friends":"x"}}"#
        )
        let run = try ToolRun("store", "import", store, file)
        #expect(run.exitCode == 3)
        let expected = [
            ":1: Person.age: 70000 is out of the range of 16 bits",
            ":2: Person: has the same unique values as \(file):1",
            ":3: Person.emial: Person has no property 'emial'; it has address, age", "did you mean 'email'?",
            ":4: Person.email: ", ":4: Person.boss: no object of the files is called Person/p77",
            ":5: the model: there is no entity 'Nobody'; there are Book, Employee, Person, Team",
            ":6: is no JSON: the text ends too early", ":7: Person.seen: 'yesterday' is not a date",
            ":7: Person.photo: '?' is not base64", ":7: Person.bookCount: is computed",
            ":7: Person.friends: is to-many",
        ]
        for text in expected { #expect(run.errors.contains(text), "\(text)\n\(run.errors)") }
        #expect(run.errors.contains("nothing was written"))
        #expect(try RawDatabase(URL(fileURLWithPath: store)).value("SELECT COUNT(*) FROM ZPERSON") == "0")
        let json = try #require(
            try ToolRun("store", "import", store, file, "--json").json() as? [String: Any])
        #expect(json["isWritten"] as? Bool == false && json["format"] as? Int == 1)
        let first = try #require(
            (json["problems"] as? [[String: Any]])?.first { $0["key"] as? String == "age" })
        #expect(first["line"] as? Int == 1 && first["entity"] as? String == "Person")
    }

    @Test(
        "PRG-125 unique values decide what is changed; references go by them, by URI, and by objects of JSON")
    func upserts() throws {
        let file = try sample.write(
            "more.jsonl",
            #"{"entity":"Person","email":"p0@example.com","age":5,"boss":{"email":"p2@example.com"}}"#,
            #"{"entity":"Team","name":"New","people":["p0@example.com","n@example.com"]}"#,
            #"{"entity":"Person","email":"n@example.com","boss":"p4@example.com"}"#)
        let run = try ToolRun("store", "import", sample.path, file)
        #expect(run.exitCode == 0 && run.errors == "\(sample.path): 2 new, 1 changed\n", "\(run.errors)")
        let database = try RawDatabase(sample.url)
        #expect(
            try database.rows(
                "SELECT p.ZAGE, b.ZEMAIL, p.ZNOTE FROM ZPERSON p JOIN ZPERSON b ON b.Z_PK = p.ZBOSS WHERE p.ZEMAIL IN ('p0@example.com', 'n@example.com') ORDER BY p.Z_PK"
            ) == [["5", "p2@example.com", ""], ["NULL", "p4@example.com", "NULL"]])
        let refused = try ToolRun("store", "import", sample.path, file, "--insert-only")
        #expect(refused.exitCode == 3 && refused.errors.contains("is there already: Person/p"))
        let dry = try ToolRun("store", "import", sample.path, file, "--dry-run")
        #expect(dry.exitCode == 0 && dry.errors.contains("nothing was written (--dry-run)"))
    }

    @Test("PRG-125 an export that is edited goes back into its own store by objectIDs")
    func ownExport() throws {
        let text = try ToolRun("store", "export", sample.path, "--entity", "Book").output
        let edited = text.replacing("\"title\":\"Book 2\"", with: "\"title\":\"Changed\"")
        let run = try ToolRun(["store", "import", sample.path, "-"], input: edited)
        #expect(run.exitCode == 0 && run.errors.contains("0 new, 4 changed"), "\(run.errors)")
        let titles = try RawDatabase(sample.url).rows("SELECT ZTITLE FROM ZBOOK ORDER BY 1").joined()
        #expect(Array(titles) == ["Book 0", "Book 1", "Book 3", "Changed"])
    }

    @Test("PRG-123 create makes a store that is sound, empty and of the model, and overwrites nothing")
    func creates() throws {
        let store = try sample.emptyStore()
        #expect(try ToolRun("store", "check", store).output.contains("sound, 0 objects of 4 entities"))
        let again = try ToolRun("store", "create", sample.model, "-o", store)
        #expect(again.exitCode == 4 && again.errors.contains("exists already"))
        #expect(!(try ToolRun("store", "show", store).output.contains("PerdureUnfinishedCopy")))
    }

    @Test("PRG-122 store model takes the model out, with the hashes that the store has")
    func model() throws {
        let hashes = try ToolRun("model", "hashes", sample.model).output
        for form in ["Out.xcdatamodeld", "Out.mom"] {
            let run = try ToolRun("store", "model", sample.path, "-o", sample.file(form))
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(try ToolRun("model", "hashes", sample.file(form)).output == hashes)
        }
        try RawDatabase(sample.url, isReadOnly: false).rows("DELETE FROM Z_MODELCACHE")
        let none = try ToolRun("store", "model", sample.path, "-o", sample.file("None.mom"))
        #expect(none.exitCode == 3 && none.errors.contains("keeps no copy of its model"))
    }
}
