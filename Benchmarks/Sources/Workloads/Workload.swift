// SPDX-License-Identifier: Apache-2.0
// One piece of work, once through Core Data's API and once in C. Items.swift has the first of them.

import CMeasuring
import CoreData
import Foundation

/// The same work in two ways, each run on a fresh copy of the same file.
package struct Workload: Sendable {
    package let name: String
    /// The ratio to reach, where there is one.
    var target: Double?
    /// What it says of the disk, where that is not what the workspace says.
    var synchronous: String?
    /// Whether its counts are compared in CI.
    package var hasBudget = true
    /// The file that each run starts from.
    let file: Seed
    /// How many objects a run is about.
    var objects: @Sendable (Workspace) -> Int64 = { $0.rows }
    /// What letting go of the objects is called, where it is worth a line of its own.
    var release: String?
    let perdure: @Sendable (Run) throws -> Pass
    /// The C program's work; none where C has nothing like it.
    var baseline: (@Sendable (URL, Workspace) -> [Baseline])?
    /// The same work by an object mapper of another language; none where it is not compared.
    package var peer: Peer?
}

/// One run of a workload.
package struct Run {
    let file: URL
    let workspace: Workspace
    let probe: Probe
}

/// What a run took.
package struct Pass {
    package var time: Duration
    /// Letting go of the objects that the work has made.
    package var release: Duration
    /// How long the process ran on processors during the time.
    package var processor = Duration.zero
}

/// Stands around what is measured.
///
/// In the timed runs it is a clock and nothing else.
package final class Probe {
    private let start: () -> Void
    private let stop: () -> Void
    /// Time on processors of what was measured last.
    private(set) var processor = Duration.zero

    /// - Parameters:
    ///   - start: What happens directly before the work.
    ///   - stop: What happens directly after it.
    package init(start: @escaping () -> Void = {}, stop: @escaping () -> Void = {}) {
        self.start = start
        self.stop = stop
    }

    func measure(_ work: () throws -> Void) rethrows -> Duration {
        start()
        let before = measuring_process_nanoseconds()
        defer {
            processor = .nanoseconds(measuring_process_nanoseconds() - before)
            stop()
        }
        return try ContinuousClock().measure(work)
    }
}

extension Workload {
    /// Runs the work in this process, on a fresh copy of its file.
    package func pass(_ workspace: Workspace, _ probe: Probe = Probe()) throws -> Pass {
        let workspace = adapted(workspace)
        var pass = try perdure(Run(file: workspace.copy(of: file), workspace: workspace, probe: probe))
        pass.processor = probe.processor
        return pass
    }

    /// Runs the C program, once for each part of the work.
    func baselinePass(_ workspace: Workspace) throws -> BaselineReport? {
        let workspace = adapted(workspace)
        guard let works = try baseline?(workspace.copy(of: file), workspace) else { return nil }
        return try works.map { try $0.run(synchronous: workspace.synchronous) }.reduce(nil) { sum, report in
            sum?.adding(report) ?? report
        }
    }
}

extension Workload {
    private func adapted(_ workspace: Workspace) -> Workspace {
        var workspace = workspace
        if let synchronous { workspace.synchronous = synchronous }
        return workspace
    }
}

/// Times work on a fresh stack.
func withStack<Kept>(_ run: Run, work: (Stack, Workspace) throws -> Kept?) throws -> Pass {
    try withStack(run, prepare: { $1 }, work: work)
}

/// Times work on a fresh stack after a preparation that is not timed; opening and closing the store are not, either.
///
/// What the work gives is kept until its time is taken, so that making objects and letting go of them are two things.
/// The work gives nil when it went wrong.
func withStack<Prepared, Kept>(
    _ run: Run, model: NSManagedObjectModel? = nil,
    prepare: (Stack, Workspace) throws -> Prepared, work: (Stack, Prepared) throws -> Kept?
) throws -> Pass {
    let stack = try Stack(
        run.file, model: model ?? run.workspace.model, options: run.workspace.options)
    let pass = try stack.context.performAndWait {
        let prepared = try prepare(stack, run.workspace)
        var kept: Kept?
        let time = try run.probe.measure { kept = try work(stack, prepared) }
        guard kept != nil else { throw BenchmarkFailure("the work did not give what it should") }
        withExtendedLifetime(prepared) {}
        let release = ContinuousClock().measure { kept = nil }
        return Pass(time: time, release: release)
    }
    try stack.close()
    return pass
}
