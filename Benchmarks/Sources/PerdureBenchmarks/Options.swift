// SPDX-License-Identifier: Apache-2.0
// What the command line says.

import Foundation
import Workloads

/// What a measurement is about.
struct Options {
    var rows: Int64 = 200_000
    var runs = 5
    var word = ""
    var json: URL?
    var isCounting = true
    var hasPeers = true
    /// The one trial that this process is for, and the files that it shares with others.
    var only: String?
    var folder: URL?

    var trials: [Trial] {
        let all = Section.all.flatMap { $0.trials("") }
        if let only { return all.filter { $0.name == only } }
        // A whole name means this work alone, also where others have it in theirs; a section's word comes before it.
        let named = Section.all.contains { $0.word == word } ? [] : all.filter { $0.name == word }
        return named.isEmpty ? Section.all.flatMap { $0.trials(word) } : named
    }

    /// Lets a process of its own do one trial.
    func figures(of trial: Trial, in workspace: Workspace) throws -> [Figure] {
        let file = workspace.folder.appendingPathComponent("figures.json")
        let arguments = [
            "\(rows)", "\(runs)", "--only", trial.name, "--folder", workspace.folder.path, "--json",
            file.path,
        ]
        let refusals = (isCounting ? [] : ["--no-counts"]) + (hasPeers ? [] : ["--no-peers"])
        _ = try Program.beside("PerdureBenchmarks").run(arguments + refusals)
        return try Results(contentsOf: file).figures
    }
}

/// What the program is asked to do.
enum Command {
    case measure(Options)
    case compare(URL, URL)
    case list
    /// Counts everything that has a budget, into a file.
    case count(URL)
    /// Compares counts with budgets.
    case review(counted: URL, budgets: URL)
    /// What a process does that is measured from its start.
    case firstObject(String)
    /// What one of several processes does that count: a store, how often, and what it says of the disk.
    case increment(String, Int64, String)

    static let usage = """
        usage: PerdureBenchmarks [ROWS [RUNS [WORD]]] [--json FILE] [--no-counts] [--no-peers]
               PerdureBenchmarks compare BEFORE AFTER
               PerdureBenchmarks list
               PerdureBenchmarks count FILE
               PerdureBenchmarks review COUNTED BUDGETS
        """

    init(_ arguments: [String]) throws {
        let files = arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        switch (arguments.first, files.count) {
        case ("compare", 2): self = .compare(files[0], files[1])
        case ("increment", 3):
            guard let count = Int64(arguments[2]) else { throw BenchmarkFailure(Self.usage) }
            self = .increment(arguments[1], count, arguments[3])
        case ("first-object", 1): self = .firstObject(files[0].path)
        case ("count", 1): self = .count(files[0])
        case ("review", 2): self = .review(counted: files[0], budgets: files[1])
        case ("list", 0): self = .list
        default: self = .measure(try Options(arguments))
        }
    }
}

extension Options {
    fileprivate init(_ arguments: [String]) throws {
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": json = URL(fileURLWithPath: try rest.popFirst() ?? refuse(argument))
            case "--no-counts": isCounting = false
            case "--no-peers": hasPeers = false
            case "--only": only = try rest.popFirst() ?? refuse(argument)
            case "--folder": folder = URL(fileURLWithPath: try rest.popFirst() ?? refuse(argument))
            case _ where argument.hasPrefix("-"): throw Self.failure(argument)
            default: words.append(argument)
            }
        }
        if words.count > 0 { rows = try Int64(words[0]) ?? refuse(words[0]) }
        if words.count > 1 { runs = try Int(words[1]) ?? refuse(words[1]) }
        if words.count > 2 { word = words[2] }
        guard words.count <= 3, rows > 0, runs > 0 else {
            throw Self.failure(arguments.joined(separator: " "))
        }
    }

    private func refuse<T>(_ argument: String) throws -> T { throw Self.failure(argument) }

    private static func failure(_ argument: String) -> BenchmarkFailure {
        BenchmarkFailure("cannot make sense of \(argument)\n\(Command.usage)")
    }
}
