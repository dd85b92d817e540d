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
    var others: [Trial] = []

    package static let all: [Section] = [
        Section(word: "items", about: "the table of targets", workloads: Workload.items),
        Section(word: "macros", about: "classes with macros, as users write them", workloads: Written.macros),
        Section(
            word: "plugin", about: "classes that the plugin writes of a model file", workloads: Written.plugin
        ),
        Section(
            word: "inheritance", about: "classes with a superclass and a relationship",
            workloads: Written.inheritance),
        Section(word: "strings", about: "strings of 10, 100 and 10,000 bytes", workloads: Written.strings),
        Section(word: "wide", about: "objects of thirty attributes", workloads: Written.wide),
        Section(word: "insertion", about: "batch insertions with handlers", workloads: Written.batches),
        Section(word: "merging", about: "what another context saved", workloads: Workload.merging),
        Section(word: "fetching", about: "predicates, prefetching, groups", workloads: Workload.fetching),
        Section(word: "saving", about: "one change, many times", workloads: Workload.saving),
        Section(
            word: "counting", about: "increments of one counter by several processes",
            others: Counting.trials),
        Section(word: "derived", about: "derived attributes", workloads: Deriving.workloads),
        Section(word: "graph", about: "following relationships", workloads: Workload.walking),
        Section(
            word: "kvc", about: "accesses by key and by accessor", workloads: Workload.keyValueCoding),
        Section(
            word: "opening", about: "a store of 70 entities, and the start of a process",
            workloads: Workload.opening,
            others: [Trial(name: "process start to first object", run: FirstObject.measure)]),
        Section(
            word: "migrating", about: "opening under the next version of the model",
            workloads: Workload.migrating + Workload.mappingMigrating),
        Section(
            word: "scrolling", about: "five times as many rows, in batches", workloads: Workload.scrolling),
        Section(
            word: "accessors", about: "reads and writes of single properties",
            others: [Trial(name: "accessors", run: Accessors.measure)]),
        Section(
            word: "undo", about: "recording, undo and redo of a change",
            others: [Trial(name: "undo", run: Undoing.measure)]),
        Section(
            word: "memory", about: "what an object weighs",
            others: [
                Trial(name: "memory", run: Weights.measure),
                Trial(name: "memory of a macro class", run: Weights.measureSlips),
                Trial(name: "memory of a save", run: SaveMemory.measure),
            ]),
        Section(
            word: "lifetime", about: "memory while objects come and go",
            others: [Trial(name: "lifetime", run: Lifetime.measure)]),
        Section(
            word: "latency", about: "reads while another context saves",
            others: [Trial(name: "latency", run: LatencyRun.measure)]),
        Section(
            word: "scale", about: "nanoseconds per object at 1,000 to 1,000,000", others: Scale.trials),
    ]

    /// What a word means: all of the section, or the workloads that have it in their name, and others that begin with it.
    package func trials(_ word: String) -> [Trial] {
        let works = workloads.map { Trial($0) }
        guard !word.isEmpty, word != self.word else { return works + others }
        return works.filter { $0.name.contains(word) } + others.filter { $0.name.hasPrefix(word) }
    }
}

/// What is measured in a process of its own, so that no other's heap is beneath it.
package struct Trial: Sendable {
    package let name: String
    package let run: @Sendable (Session) throws -> Void
}

extension Trial {
    fileprivate init(_ workload: Workload) {
        self.init(name: workload.name) { try workload.measure($0) }
    }
}

/// What is measured, and who hears of it.
package struct Session {
    package let workspace: Workspace
    package let runs: Int
    /// Whether each workload is run once more to be counted.
    package let isCounting: Bool
    /// Whether other object mappers are measured beside.
    package let hasPeers: Bool
    package let report: (Figure) -> Void

    package init(
        workspace: Workspace, runs: Int, isCounting: Bool, hasPeers: Bool = false,
        report: @escaping (Figure) -> Void
    ) {
        (self.workspace, self.runs) = (workspace, runs)
        (self.isCounting, self.hasPeers, self.report) = (isCounting, hasPeers, report)
    }
}

extension Workload {
    /// All sides in turn, so that what disturbs one disturbs the others.
    fileprivate func measure(_ session: Session) throws {
        var (raw, passes, peers): ([BaselineReport], [Pass], [Double]) = ([], [], [])
        try warmUp(session.workspace)
        for _ in 0..<session.runs {
            if let report = try baselinePass(session.workspace) { raw.append(report) }
            passes.append(try pass(session.workspace, Profiler.current?.probe ?? Probe()))
            if session.hasPeers, let peer { peers.append(try peer.milliseconds(session.workspace)) }
        }
        var figure = figure(passes, raw)
        figure.objects = objects(session.workspace)
        figure.peer = peers.isEmpty ? nil : Series(peers)
        if session.isCounting { figure.counts = try counts(session.workspace) }
        session.report(figure)
        guard let release else { return }
        var released = Figure(release, "ms", passes.map { $0.release / .milliseconds(1) })
        released.objects = figure.objects
        session.report(released)
    }

    private func figure(_ passes: [Pass], _ raw: [BaselineReport]) -> Figure {
        var figure = Figure(name, "ms", passes.map { $0.time / .milliseconds(1) }, target: target)
        figure.measure = .ratio
        figure.processor = Series(passes.map { $0.processor / .milliseconds(1) })
        guard !raw.isEmpty else { return figure }
        figure.baseline = Series(raw.map { $0.time / .milliseconds(1) })
        figure.baselineProcessor = Series(raw.map { $0.processor / .milliseconds(1) })
        figure.baselinePeak = raw.map(\.peakBytes).max()
        return figure
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
