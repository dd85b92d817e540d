// SPDX-License-Identifier: Apache-2.0
// Measures Perdure beside raw SQLite in C, both on the same file in the same run. Options.swift says how it is called,
// Section.swift (Workloads) what there is to measure.

import Foundation
import Workloads

func measure(_ options: Options) throws {
    var options = options
    if options.only == nil, options.hasPeers, let absence = Peer.absence {
        options.hasPeers = false
        print(absence)
    }
    let workspace = try Workspace(rows: options.rows, folder: options.folder)
    defer { if options.folder == nil { workspace.remove() } }
    var results = Results(options)
    let table = Table()
    print("\(options.rows) rows of 6 attributes, medians of \(options.runs) runs\n")
    table.printHead()
    let session = Session(
        workspace: workspace, runs: options.runs, isCounting: options.isCounting, hasPeers: options.hasPeers
    ) {
        table.print($0)
        results.figures.append($0)
    }
    let trials = options.trials
    for trial in trials {
        if trials.count == 1 {
            try trial.run(session)
        } else {
            try options.figures(of: trial, in: workspace).forEach(session.report)
        }
    }
    guard !results.figures.isEmpty else {
        throw BenchmarkFailure("nothing is called \"\(options.word)\"; see PerdureBenchmarks list")
    }
    if let file = options.json { try results.write(to: file) }
}

func list() {
    for section in Section.all {
        print(section.word.padding(toLength: 12, withPad: " ", startingAt: 0) + section.about)
        for trial in section.trials("") { print("            – " + trial.name) }
    }
}

do {
    switch try Command(Array(CommandLine.arguments.dropFirst())) {
    case .measure(let options): try measure(options)
    case .compare(let before, let after): try Comparison(before: before, after: after).print()
    case .list: list()
    case .count(let file): try Budgets.count().write(to: file)
    case .review(let counted, let budgets):
        try BudgetReview(
            counted: Budgets(contentsOf: counted), budgets: Budgets(contentsOf: budgets)
        ).report()
    case .increment(let path, let count, let level): try Counting.increment(path, count, level)
    case .firstObject(let path): print(try FirstObject.fetch(path), terminator: "")
    }
} catch {
    FileHandle.standardError.write(Data("PerdureBenchmarks: \(error)\n".utf8))
    exit(1)
}
