// SPDX-License-Identifier: Apache-2.0
// Measures Perdure against raw SQLite in C, both on the same file in the same run, and prints medians and
// ratios. Usage: PerdureBenchmarks [ROWS] [RUNS] [WORD]; with a word, only the work whose name has it; the words
// "accessors", "undo" and "memory" stand for the costs of single objects, "lifetime" for memory while objects come and go,
// "latency" for reading while another context saves, "scrolling" for going through all rows in batches.

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

func compare(_ workloads: [Workload], _ workspace: Workspace) throws {
    print("\(rows) rows of 6 attributes, medians of \(runs) runs\n")
    line("work", "     C        ", "   Perdure    ", "ratio", "target")
    for workload in workloads {
        var raw: [Double] = []
        var own: [Double] = []
        for _ in 0..<runs {
            raw.append(try workload.baseline(workspace.copy(of: workload.file), workspace) / .milliseconds(1))
            own.append(try workload.perdure(workspace.copy(of: workload.file), workspace) / .milliseconds(1))
        }
        let ratio = median(own) / median(raw)
        line(
            workload.name, number(median(raw), "ms"), number(median(own), "ms"),
            String(format: "%5.2f", ratio), workload.target.map { String(format: "%5.1f", $0) } ?? "    –")
    }
    print("")
}

do {
    let workspace = try Workspace(
        rows: ["accessors", "undo", "lifetime", "scrolling"].contains(word) ? 1 : rows)
    defer { workspace.remove() }
    let workloads = Workload.all.filter { word.isEmpty || $0.name.contains(word) }
    if !workloads.isEmpty { try compare(workloads, workspace) }
    if word.isEmpty || word == "accessors" {
        for cost in try Accessors.costs(workspace, runs: runs) {
            line(cost.name, number(cost.nanoseconds, "ns"), String(format: "target %.0f ns", cost.target))
        }
    }
    if word.isEmpty || word == "undo" {
        let undoing = try Undoing(workspace, runs: runs)
        for cost in undoing.costs {
            let target = cost.target > 0 ? String(format: "target %.0f ns", cost.target) : ""
            line(cost.name, number(cost.nanoseconds, "ns"), target)
        }
        line("memory of a recorded change", number(undoing.weight, "B "))
    }
    if word.isEmpty || word == "memory" {
        let weights = try Weights(workspace)
        line("memory of a fault", number(weights.fault, "B "), "target 160 B")
        line("memory of a realized object", number(weights.realized, "B "), "target 450 B plus its strings")
    }
    if word == "latency" {
        let run = try LatencyRun(workspace)
        print("a reader beside a save of \(LatencyRun.written) rows, in a store of \(rows)\n")
        line("work", " p50      ", " p99      ", "longest", "reads")
        for latency in run.latencies {
            let times = [latency.part(0.5), latency.part(0.99), latency.longest].map {
                String(format: "%7.2f ms", $0)
            }
            line(latency.name, times[0], times[1], times[2], "\(latency.count)")
        }
    }
    if word == "scrolling" {
        let passes = try Scrolling.passes(runs, rows: rows, folder: workspace.folder)
        let raw = median(passes.map { $0.baseline / .milliseconds(1) })
        let own = median(passes.map { $0.time / .milliseconds(1) })
        line("\(rows) rows, in C", number(raw, "ms"))
        line(
            "in batches of \(Scrolling.batchSize)", number(own, "ms"), String(format: "ratio %.2f", own / raw)
        )
        for pass in passes {
            let text = String(
                format: "%.0f MB before, %.0f MB with all IDs, at most %.0f MB", pass.memory.before,
                pass.memory.fetched, pass.memory.highest)
            line("resident memory", text)
        }
    }
    if word == "lifetime" {
        let lifetime = try Lifetime(rows: rows, folder: workspace.folder)
        for sample in lifetime.samples { line(sample.name, number(sample.megabytes, "MB")) }
        line("registered at the end", "\(lifetime.registered)")
        line("time", number(lifetime.time / .milliseconds(1), "ms"))
    }
} catch {
    FileHandle.standardError.write(Data("PerdureBenchmarks: \(error)\n".utf8))
    exit(1)
}
