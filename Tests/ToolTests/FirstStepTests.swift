// SPDX-License-Identifier: Apache-2.0
// What somebody who knows SQLite, and not this command, tries first: each mistake says what to write instead.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: first steps") struct FirstStepTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    /// Runs words, in which STORE and MODEL stand for files.
    private func run(_ words: [String]) throws -> ToolRun {
        let files = ["STORE": sample.path, "MODEL": sample.model]
        return try ToolRun(words.map { files[$0] ?? $0 })
    }

    @Test(
        "PRG-143 words that are missing, or stand in a wrong place, are told with what is meant",
        arguments: [
            (
                ["store", "query", "STORE"],
                "PREDICATE is missing: what the objects must match; TRUEPREDICATE for all"
            ),
            (["store", "query", "STORE", "TRUEPREDICATE"], "'--entity' is missing: the entity's name"),
            (
                ["store", "dump", "STORE", "Book"],
                "unexpected argument 'Book'; did you mean '--entity Book'?"
            ),
            (["store", "create", "MODEL", "x.sqlite"], "'x.sqlite'; did you mean '--output x.sqlite'?"),
            (["store", "set", "STORE", "Book/p1"], "nothing is to be set: write KEY=VALUE, or '--nil KEY'"),
        ])
    func missing(_ words: [String], _ text: String) throws {
        let run = try run(words)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errors.contains(text) && run.errors.contains("Try 'perdure store "), "\(run.errors)")
    }

    @Test(
        "PRG-143 a store in the place of a command, a model or an export leads to the command that is meant")
    func misplacedStores() throws {
        let show = try run(["STORE"])
        #expect(
            show.exitCode == 2 && show.errors.contains("did you mean 'perdure store show \(sample.path)'?"))
        #expect(
            try run(["store", "STORE"]).errors.contains("did you mean 'perdure store show \(sample.path)'?"))
        for words in [
            ["model", "show", "STORE"], ["store", "fit", "STORE", "STORE"],
            ["store", "dump", "STORE", "--model", "STORE"],
            ["store", "create", "STORE", "-o", sample.file("x.sqlite")],
        ] {
            let run = try run(words)
            #expect(
                run.exitCode == 3 && run.errors.contains("is a store, not a model; 'perdure store model "),
                "\(words)")
        }
        let importing = try run(["store", "import", "STORE", "STORE"])
        #expect(
            importing.exitCode == 3
                && importing.errors.contains("is a store: write its objects with 'store export'"))
    }

    @Test(
        "PRG-143 SQL in the place of a predicate is told what to write",
        arguments: [
            ("SELECT * FROM ZBOOK", "PREDICATE is what stands behind WHERE"),
            ("title IS NULL", "write '== nil' or '!= nil'"),
            ("title == 'x' ORDER BY title", "'--order' names"), ("title == 'x' LIMIT 5", "'--limit' is"),
            ("", "TRUEPREDICATE matches all"), ("true", "TRUEPREDICATE matches all"),
        ])
    func sql(_ predicate: String, _ text: String) throws {
        let run = try run(["store", "query", "STORE", predicate, "--entity", "Book"])
        #expect(run.exitCode == 2 && run.errors.contains(text), "\(run.errors)")
        let dump = try self.run(["store", "dump", "STORE", "--entity", "Book", "--where", predicate])
        #expect(dump.exitCode == 2 && dump.errors.contains("'--where': ") && dump.errors.contains(text))
    }

    @Test("PRG-143 LIKE with the wildcards of SQL finds nothing, and says why")
    func wildcards() throws {
        let words = ["store", "query", "STORE", "title LIKE '%ook%'", "--entity", "Book", "--count"]
        let found = try run(words)
        #expect(found.exitCode == 0 && found.output == "0\n")
        #expect(found.errors == "PREDICATE: LIKE has the wildcards * and ? here; % stands for itself\n")
        #expect(try run(words + ["-q"]).errors.isEmpty)
        let right = try run(["store", "query", "STORE", "title LIKE '*ook*'", "--entity", "Book", "--count"])
        #expect(right.output == "4\n" && right.errors.isEmpty)
    }

    @Test("PRG-143 a word without quotes is told as a key, and how a text is written")
    func quotes() throws {
        let found = try run(["store", "query", "STORE", "title == Bread", "--entity", "Book"])
        #expect(found.exitCode == 2)
        #expect(
            found.errors.contains(
                "Book has no property 'Bread'; it has owner, title; a text stands in quotes\n"))
    }

    @Test(
        "PRG-143 help finds a command in any order of the words",
        arguments: [
            "help store query", "--help store query", "store help query", "store --help query",
            "store query --help",
        ])
    func help(_ line: String) throws {
        let found = try run(line.split(separator: " ").map(String.init))
        #expect(found.exitCode == 0 && found.output.hasPrefix("Usage: perdure store query STORE PREDICATE "))
        let group = try run(["help", "store"])
        #expect(
            group.exitCode == 0 && group.output.contains("perdure store query")
                && !group.output.contains("perdure model"))
        #expect(try run(["help", "--help"]).output == run(["help"]).output)
        #expect(try run(["help", "stroe"]).errors.contains("did you mean 'store'?"))
    }

    @Test("PRG-143 --by-key of a model without unique values says what to write")
    func keys() throws {
        let plain = try StoreSample()
        let found = try run(["store", "diff", plain.path, plain.path, "--by-key"])
        #expect(
            found.exitCode == 2 && found.errors.contains("say with '--key ENTITY=ATTRIBUTE'"),
            "\(found.errors)")
        #expect(
            try run(["store", "diff", plain.path, plain.path, "--by-key", "--key", "Note=title"]).exitCode
                == 0)
    }
}
