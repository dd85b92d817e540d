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
        var (raw, own): ([BaselineReport], [Pass]) = ([], [])
        for _ in 0..<runs {
            if let report = try workload.baselinePass(workspace) { raw.append(report) }
            own.append(try workload.pass(workspace))
        }
        var figure = Figure(
            "scale: \(workload.name), \(workspace.rows)", "ns", own.map { $0.time / perObject })
        figure.processor = Series(own.map { $0.processor / perObject })
        figure.baseline = Series(raw.map { $0.time / perObject })
        figure.baselineProcessor = Series(raw.map { $0.processor / perObject })
        figure.objects = workspace.rows
        return figure
    }

    /// How much the cost grows from the smallest size on, by the clock and by the time on processors.
    private static func report(_ name: String, _ costs: [Figure], _ session: Session) {
        guard let own = growth(costs, \.perdure), let raw = growth(costs, \.baseline) else { return }
        var figure = Figure("scale: \(name), growth", "×", [own], target: allowedGrowth)
        figure.baseline = Series([raw])
        figure.processor = growth(costs, \.processor).map { Series([$0]) }
        figure.baselineProcessor = growth(costs, \.baselineProcessor).map { Series([$0]) }
        session.report(figure)
    }

    private static func growth(_ costs: [Figure], _ path: KeyPath<Figure, Series>) -> Double? {
        growth(costs.map { $0[keyPath: path].median })
    }

    private static func growth(_ costs: [Figure], _ path: KeyPath<Figure, Series?>) -> Double? {
        growth(costs.compactMap { $0[keyPath: path]?.median })
    }

    private static func growth(_ medians: [Double]) -> Double? {
        guard let first = medians.first, let highest = medians.max() else { return nil }
        return highest / first
    }
}
