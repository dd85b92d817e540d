// SPDX-License-Identifier: Apache-2.0
// Runs one workload and prints what it asked of SQLite and of malloc, as JSON: PerdureCounts NAME ROWS FOLDER. The folder
// has files of as many rows, or will have them. PerdureBenchmarks starts it; CCounting says how counting is done.

import CCounting
import CMeasuring
import Foundation
import Workloads

/// What was there before the work, and what it asked for.
final class Tally {
    private var heap: Int64 = 0
    private var peak: Int64 = 0
    private var counts = CCounting.counts()

    func start() {
        measuring_trim_heap()
        measuring_forget_peak()
        peak = measuring_peak_bytes()
        heap = measuring_heap_bytes()
        counting_start()
    }

    func stop() {
        counts = counting_stop()
        heap = measuring_heap_bytes() - heap
        peak = measuring_peak_bytes() - peak
    }

    func result(objects: Int64) -> Counts {
        Counts(
            objects: objects, prepared: counts.prepared, executed: counts.executed, stepped: counts.stepped,
            rows: counts.rows, allocations: counts.allocations, allocatedBytes: counts.allocated_bytes,
            keptBytes: heap, peakBytes: peak)
    }
}

func count(_ name: String, _ rows: Int64, _ folder: String) throws {
    guard let workload = Section.all.flatMap(\.workloads).first(where: { $0.name == name }) else {
        throw BenchmarkFailure("no work is called \(name)")
    }
    let workspace = try Workspace(rows: rows, folder: URL(fileURLWithPath: folder))
    try workload.warmUp(workspace)
    let tally = Tally()
    _ = try workload.pass(workspace, Probe(start: tally.start, stop: tally.stop))
    let result = tally.result(objects: workload.objectCount(workspace))
    FileHandle.standardOutput.write(try JSONEncoder().encode(result))
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let rows = Int64(arguments[2]), rows > 0 else {
    FileHandle.standardError.write(Data("usage: PerdureCounts NAME ROWS FOLDER\n".utf8))
    exit(2)
}
do {
    try count(arguments[1], rows, arguments[3])
} catch {
    FileHandle.standardError.write(Data("PerdureCounts: \(error)\n".utf8))
    exit(1)
}
