// SPDX-License-Identifier: Apache-2.0
// Whether an object costs the same among a thousand and among a million: nanoseconds per object for files of growing size,
// in C and in Perdure. `synchronous` is OFF on both sides: waiting for the disk at the end of a transaction is the same for
// a thousand rows as for ten thousand, and would hide what an object costs.

import Foundation

/// The series of sizes.
enum Scale {
    private static let workloads: [Workload] =
        [.faults, .readAll, .insert, .update, .delete] + saves

    /// Every kind of save of the classes that users write.
    private static let saves: [Workload] = [
        Written.letters.insert, Written.letters.update, Written.letters.delete, Written.insertByObjects,
        Written.insertRelated, Written.updateRelated,
    ]
    /// Within a quarter.
    private static let allowedGrowth = 1.25

    static let trials = workloads.map { workload in
        Trial(name: "scale: \(workload.name)") { try measure(workload, $0) }
    }

    private static func measure(_ workload: Workload, _ session: Session) throws {
        let largest = session.workspace.rows * 5
        try workload.warmUp(session.workspace)
        let costs = try [1_000, 10_000, 100_000, 1_000_000].filter { $0 <= largest }.map { size in
            var workspace = try session.workspace.resized(size)
            workspace.synchronous = "OFF"
            defer { workspace.remove() }
            let figure = try cost(workload, workspace, runs: runs(session.runs, size))
            session.report(figure)
            return figure
        }
        report(workload.name, costs, session)
    }

    /// Short runs are repeated more often: what disturbs them is as long as they are.
    private static func runs(_ runs: Int, _ size: Int64) -> Int {
        size <= 1_000 ? runs * 5 : size <= 10_000 ? runs * 2 : runs
    }

    private static func cost(_ workload: Workload, _ workspace: Workspace, runs: Int) throws -> Figure {
        let perObject = Duration.nanoseconds(workspace.rows)
        var (raw, own): ([Double], [Double]) = ([], [])
        for _ in 0..<runs {
            if let report = try workload.baselinePass(workspace) { raw.append(report.time / perObject) }
            own.append(try workload.pass(workspace).time / perObject)
        }
        var figure = Figure("scale: \(workload.name), \(workspace.rows)", "ns", own)
        figure.baseline = Series(raw)
        figure.objects = workspace.rows
        return figure
    }

    /// How much the cost grows from the smallest size on.
    private static func report(_ name: String, _ costs: [Figure], _ session: Session) {
        let own = costs.map(\.perdure.median)
        let raw = costs.compactMap(\.baseline?.median)
        guard let first = own.first, let rawFirst = raw.first else { return }
        var growth = Figure(
            "scale: \(name), growth", "×", [(own.max() ?? first) / first], target: allowedGrowth)
        growth.baseline = Series([(raw.max() ?? rawFirst) / rawFirst])
        session.report(growth)
    }
}
