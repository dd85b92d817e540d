// SPDX-License-Identifier: Apache-2.0
// Names of entities and properties that a model does not have: every command lists those that there are, and suggests the nearest.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: misspelt names") struct MisspeltNameTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    private static let entities = "there is no entity 'Persom'; there are Book, Employee, Person, Team; "
    private static let persons = "has no property 'agee'; it has address, age, amount, "

    /// Runs a command of stores, in which STORE and LINES stand for files.
    private func run(_ words: [String]) throws -> ToolRun {
        let lines = try sample.write("lines.jsonl", #"{"entity":"Person","email":"x","agee":1}"#)
        return try ToolRun(
            ["store"] + words.map { $0 == "STORE" ? sample.path : $0 == "LINES" ? lines : $0 })
    }

    @Test(
        "PRG-142 an unknown entity is told with those that there are, and the nearest one",
        arguments: [
            ["query", "STORE", "TRUEPREDICATE", "--entity", "Persom"],
            ["dump", "STORE", "--entity", "Persom"],
            ["export", "STORE", "--entity", "Persom"], ["history", "STORE", "--entity", "Persom"],
            ["import", "STORE", "LINES", "--entity", "Persom"], ["set", "STORE", "Persom/p1", "age=1"],
            ["diff", "STORE", "STORE", "--key", "Persom=email"],
        ])
    func unknownEntities(_ words: [String]) throws {
        let run = try run(words)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errors.contains(Self.entities + "did you mean 'Person'?\n"), "\(run.errors)")
    }

    @Test(
        "PRG-142 an unknown property is told with those that there are, and the nearest one",
        arguments: [
            ["query", "STORE", "TRUEPREDICATE", "--entity", "Person", "--columns", "email,agee"],
            ["query", "STORE", "TRUEPREDICATE", "--entity", "Book", "--columns", "owner.agee"],
            ["query", "STORE", "TRUEPREDICATE", "--entity", "Person", "--order", "-agee"],
            ["query", "STORE", "agee > 1", "--entity", "Person"],
            ["query", "STORE", "title == 'x' OR owner.agee > 1", "--entity", "Book"],
            ["query", "STORE", "ANY friends.agee > 1", "--entity", "Person", "--count"],
            ["dump", "STORE", "--entity", "Person", "--where", "agee > 1"],
            ["set", "STORE", "Person/p1", "agee=1"], ["set", "STORE", "Person/p1", "--nil", "agee"],
            ["diff", "STORE", "STORE", "--key", "Person=agee"],
        ])
    func unknownProperties(_ words: [String]) throws {
        let run = try run(words)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errors.contains("Person " + Self.persons), "\(run.errors)")
        #expect(run.errors.hasSuffix("did you mean 'age'?\n"), "\(run.errors)")
    }

    @Test("PRG-142 an import tells it at its line, and has the same words")
    func imports() throws {
        let run = try run(["import", "STORE", "LINES"])
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("lines.jsonl:1: Person.agee: Person " + Self.persons), "\(run.errors)")
        #expect(run.errors.contains("did you mean 'age'?\n"))
    }

    @Test(
        "PRG-142 capitals do not matter, and names of SQLite's tables and columns lead to those of the model",
        arguments: [
            ("person", "age", "Person"), ("ZPERSON", "age", "Person"), ("Person", "ZISACTIVE", "isActive"),
            ("Person", "isactive", "isActive"), ("Person", "emial", "email"),
        ])
    func spellings(_ entity: String, _ column: String, _ meant: String) throws {
        let run = try run(["query", "STORE", "TRUEPREDICATE", "--entity", entity, "--columns", column])
        #expect(run.exitCode == 2 && run.errors.hasSuffix("; did you mean '\(meant)'?\n"), "\(run.errors)")
    }

    @Test("PRG-142 what is near to nothing gets no suggestion")
    func nothingNear() throws {
        let run = try run(["dump", "STORE", "--entity", "Invoice"])
        #expect(run.exitCode == 2 && run.errors.hasSuffix("there are Book, Employee, Person, Team\n"))
    }
}
