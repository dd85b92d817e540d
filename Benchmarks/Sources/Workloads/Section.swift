// SPDX-License-Identifier: Apache-2.0
// The list of all that is measured, by the words that the command line knows, and how workloads become figures.

import Foundation

/// Measurements that belong together.
package struct Section: Sendable {
    /// What the command line calls it.
    package let word: String
    package let about: String
    /// The pieces of work that it has beside a C program; they can be counted too.
    package var workloads: [Workload] = []
    /// What it measures in ways of its own.
    var others: (@Sendable (Session) throws -> Void)?

    package static let all: [Section] = [
        Section(word: "items", about: "the table of targets", workloads: Workload.items),
        Section(word: "merging", about: "what another context saved", workloads: Workload.merging),
        Section(word: "fetching", about: "predicates, prefetching, groups", workloads: Workload.fetching),
        Section(word: "saving", about: "one change, many times", workloads: Workload.saving),
        Section(word: "derived", about: "derived attributes", workloads: Deriving.workloads),
        Section(word: "graph", about: "following relationships", workloads: Workload.walking),
        Section(
            word: "kvc", about: "accesses by key and by accessor", workloads: Workload.keyValueCoding),
        Section(
            word: "opening", about: "a store of 70 entities, and the start of a process",
            workloads: Workload.opening, others: FirstObject.measure),
        Section(
            word: "scrolling", about: "five times as many rows, in batches", workloads: Workload.scrolling),
        Section(word: "accessors", about: "reads and writes of single properties", others: Accessors.measure),
        Section(word: "undo", about: "recording, undo and redo of a change", others: Undoing.measure),
        Section(word: "memory", about: "what an object weighs", others: Weights.measure),
        Section(word: "lifetime", about: "memory while objects come and go", others: Lifetime.measure),
        Section(word: "latency", about: "reads while another context saves", others: LatencyRun.measure),
        Section(
            word: "scale", about: "nanoseconds per object at 1,000 to 1,000,000", others: Scale.measure),
    ]

    /// Measures what the session's word means: all of the section, or those of its workloads that have it in their name.
    package func run(_ session: Session) throws {
        let isWanted = session.word.isEmpty || session.word == word
        for workload in workloads where isWanted || workload.name.contains(session.word) {
            try workload.measure(session)
        }
        if isWanted { try others?(session) }
    }
}

/// What is measured, and who hears of it.
package struct Session {
    package let workspace: Workspace
    package let runs: Int
    /// A section's word, or a part of a workload's name; empty for everything.
    package let word: String
    /// Whether each workload is run once more to be counted.
    package let isCounting: Bool
    package let report: (Figure) -> Void

    package init(
        workspace: Workspace, runs: Int, word: String, isCounting: Bool, report: @escaping (Figure) -> Void
    ) {
        (self.workspace, self.runs, self.word) = (workspace, runs, word)
        (self.isCounting, self.report) = (isCounting, report)
    }
}

extension Workload {
    /// Both sides in turn, so that what disturbs one disturbs the other.
    fileprivate func measure(_ session: Session) throws {
        var (raw, passes): ([BaselineReport], [Pass]) = ([], [])
        try warmUp(session.workspace)
        for _ in 0..<session.runs {
            if let report = try baselinePass(session.workspace) { raw.append(report) }
            passes.append(try pass(session.workspace, Profiler.current?.probe ?? Probe()))
        }
        var figure = Figure(name, "ms", passes.map { $0.time / .milliseconds(1) }, target: target)
        figure.measure = .ratio
        figure.objects = objects(session.workspace)
        if !raw.isEmpty {
            figure.baseline = Series(raw.map { $0.time / .milliseconds(1) })
            figure.baselinePeak = raw.map(\.peakBytes).max()
        }
        if session.isCounting { figure.counts = try counts(session.workspace) }
        session.report(figure)
        guard let release else { return }
        var released = Figure(release, "ms", passes.map { $0.release / .milliseconds(1) })
        released.objects = figure.objects
        session.report(released)
    }

    /// A small pass for what happens once in a process: tables of classes, caches of Foundation.
    package func warmUp(_ workspace: Workspace) throws {
        let small = try workspace.resized(200)
        _ = try pass(small)
        small.remove()
    }

    package func objectCount(_ workspace: Workspace) -> Int64 { objects(workspace) }

    /// Counts one more run, in the program that can.
    package func counts(_ workspace: Workspace) throws -> Counts {
        // Hashing with random seeds would make the counts differ a little from run to run.
        let answer = try Program.beside("PerdureCounts").run(
            [name, String(workspace.rows), workspace.folder.path],
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        return try JSONDecoder().decode(Counts.self, from: answer)
    }
}
