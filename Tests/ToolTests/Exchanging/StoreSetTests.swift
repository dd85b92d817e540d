// SPDX-License-Identifier: Apache-2.0
// `perdure store set`.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: setting values") struct StoreSetTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    private func value(_ column: String) throws -> String? {
        try RawDatabase(sample.url).value("SELECT \(column) FROM ZPERSON WHERE Z_PK = 1")
    }

    @Test("PRG-131 set changes values and references of one object, and tells what they were")
    func sets() throws {
        let email = try #require(try value("ZEMAIL"))
        let run = try ToolRun(
            "store", "set", sample.path, "Person/p1", "age=77", "note==1+1", "seen=2026-11-28T07:30:00Z",
            "friends=", "isActive=yes")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.contains("Person/p1.note: ") && run.errors.contains(" → \"=1+1\""))
        #expect(try value("ZAGE") == "77" && value("ZNOTE") == "=1+1" && value("ZISACTIVE") == "1")
        #expect(try value("ZSEEN").flatMap(Double.init) == 817_543_800)
        #expect(try value("ZEMAIL") == email)
        #expect(try ToolRun("store", "set", sample.path, "Person/p1", "--nil", "age", "-q").errors.isEmpty)
        #expect(try value("ZAGE") == "NULL")
    }

    @Test(
        "PRG-131 what cannot be is refused with the reason, and nothing is written",
        arguments: [
            (["Person/p1", "age=x"], 2, "Person/p1.age: 'x' is not a whole number"),
            (["Person/p1", "agee=1"], 2, "Person has no property 'agee'; it has address, age,"),
            (["Person/p1", "--nil", "email"], 3, "email: "),
            (["Person/p999", "age=1"], 3, "there is no object Person/p999"),
            (["Nobody/p1", "age=1"], 2, "there is no entity 'Nobody'; there are Book"),
            (["p1", "age=1"], 2, "URI must be x-coredata://…/Note/p3 or Note/p3, not 'p1'"),
            (["Person/p1", "boss=Person/p998"], 2, "the store has no object Person/p998"),
            (["Person/p1", "bookCount=1"], 2, "is computed or transient"),
            (["Person/p1", "age"], 2, "'age' is no KEY=VALUE"),
        ])
    func refuses(_ words: [String], _ code: Int32, _ text: String) throws {
        let before = try ToolRun("store", "export", sample.path).output
        let run = try ToolRun(["store", "set", sample.path] + words)
        #expect(run.exitCode == code && run.errors.contains(text), "\(run.errors)")
        #expect(try ToolRun("store", "export", sample.path).output == before)
    }

    @Test("PRG-131 a value of another object that must be unique is refused")
    func unique() throws {
        let run = try ToolRun("store", "set", sample.path, "Person/p1", "email=p3@example.com")
        let other = try ToolRun("store", "set", sample.path, "Person/p2", "email=p3@example.com")
        #expect(
            [run.exitCode, other.exitCode].contains(3)
                && (run.errors + other.errors).contains("nothing was written"))
    }
}
