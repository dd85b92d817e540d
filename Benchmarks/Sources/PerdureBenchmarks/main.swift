// SPDX-License-Identifier: Apache-2.0
// Measures Perdure against raw SQLite in C, both on the same file in the same run, and prints medians and
// ratios. Usage: PerdureBenchmarks [ROWS] [RUNS] [WORD]; with a word, only the work whose name has it.

import CoreData
import Foundation

let rows = CommandLine.arguments.dropFirst().first.flatMap { Int64($0) } ?? 200_000
let word = CommandLine.arguments.dropFirst(3).first ?? ""
let runs = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func line(_ name: String, _ fields: String...) {
    print(name.padding(toLength: 32, withPad: " ", startingAt: 0) + fields.joined(separator: "  "))
}

func number(_ value: Double, _ unit: String) -> String { String(format: "%9.1f %@", value, unit as NSString) }

do {
    let workspace = try Workspace(rows: rows)
    defer { workspace.remove() }
    print("\(rows) rows of 6 attributes, medians of \(runs) runs\n")
    line("work", "     C        ", "   Perdure    ", "ratio", "target")
    for workload in Workload.all where word.isEmpty || workload.name.contains(word) {
        var raw: [Double] = []
        var own: [Double] = []
        for _ in 0..<runs {
            raw.append(try workload.baseline(workspace.copy(of: workload.file), workspace) / .milliseconds(1))
            own.append(try workload.perdure(workspace.copy(of: workload.file), workspace) / .milliseconds(1))
        }
        let ratio = median(own) / median(raw)
        line(
            workload.name, number(median(raw), "ms"), number(median(own), "ms"),
            String(format: "%5.2f", ratio), String(format: "%5.1f", workload.target))
    }
    if !word.isEmpty { exit(0) }
    print("")
    for cost in try Accessors.costs(workspace) {
        line(cost.name, number(cost.nanoseconds, "ns"), String(format: "target %.0f ns", cost.target))
    }
    let memory = try Accessors.memory(workspace)
    line("memory of a fault", number(memory.fault, "B "), "target 160 B")
    line("memory of a realized object", number(memory.realized, "B "), "target 450 B plus its strings")
} catch {
    FileHandle.standardError.write(Data("PerdureBenchmarks: \(error)\n".utf8))
    exit(1)
}
