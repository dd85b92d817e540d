// SPDX-License-Identifier: Apache-2.0
// A walk through a graph: from each stop to its keeper, its line and its town, and to its visits. What C does instead is
// in the C program's graph.c and structs.c.

import CoreData
import Foundation

extension Workload {
    static let walking = [walkCold, walkPrefetched, walkWarm]

    /// Every fault is fired by its own; C runs a statement for each step.
    private static let walkCold = Workload(
        name: "walk a graph, cold", target: 6, file: .graph, objects: { $0.stops },
        release: "release the graph",
        perdure: { run in
            try walk(run, prepare: { _ in nil }, stops: { stack, _ in try stops(stack) })
        },
        baseline: { [Baseline("walk-by-key", $0, rows: $1.stops * Stop.visitsEach)] })

    /// What will be needed is said beforehand; C joins the tables.
    private static let walkPrefetched = Workload(
        name: "walk a graph, cold, prefetched", target: 8, file: .graph, objects: { $0.stops },
        perdure: { run in
            try walk(
                run, prepare: { _ in nil },
                stops: { stack, _ in
                    try stops(stack, prefetching: ["keeper", "line", "town", "visits"])
                })
        },
        baseline: { [Baseline("walk-by-joins", $0, rows: $1.stops * Stop.visitsEach)] })

    /// The second walk through the same objects; C has structs with pointers by then.
    private static let walkWarm = Workload(
        name: "walk a graph, warm", target: 15, file: .graph, objects: { $0.stops },
        perdure: { run in
            try walk(
                run,
                prepare: { stack in
                    let stops = try stops(stack, prefetching: ["keeper", "line", "town", "visits"])
                    return try follow(stops) >= 0 ? stops : nil
                }, stops: { $1 ?? [] })
        },
        baseline: { [Baseline("walk-structs", $0, rows: $1.stops * Stop.visitsEach)] })

    private static func walk(
        _ run: Run, prepare: (Stack) throws -> [Stop]?, stops: (Stack, [Stop]?) throws -> [Stop]
    ) throws -> Pass {
        try withStack(run, model: Graph.makeModel(), prepare: { stack, _ in try prepare(stack) }) {
            stack, prepared in
            let stops = try stops(stack, prepared)
            return try follow(stops) == expected(run.workspace) ? stops : nil
        }
    }

    private static func stops(_ stack: Stack, prefetching keyPaths: [String] = []) throws -> [Stop] {
        let request = NSFetchRequest<Stop>(entityName: "Stop")
        request.relationshipKeyPathsForPrefetching = keyPaths
        return try stack.context.fetch(request)
    }

    /// The sum of the numbers on the way.
    private static func follow(_ stops: [Stop]) throws -> Int64 {
        try stops.reduce(0) { sum, stop in
            guard let keeper = stop.keeper, let line = stop.line, let town = stop.town else {
                throw BenchmarkFailure("stop \(stop.number) leads nowhere")
            }
            return stop.visits.reduce(sum + keeper.number + line.number + town.number) { $0 + $1.number }
        }
    }

    private static func expected(_ workspace: Workspace) -> Int64 {
        let (stops, lines, towns) = (
            workspace.stops, max(1, workspace.stops / 100), max(1, workspace.stops / 10)
        )
        return (0..<stops).reduce(0) { sum, i in
            sum + (i + 1) + (i % lines + 1) + (i * 7 % towns + 1) + Stop.visitsEach * i
                + (0..<Stop.visitsEach).reduce(0, +)
        }
    }
}
