// SPDX-License-Identifier: Apache-2.0
// How long a reader waits while another context, or in C another connection, saves 100,000 rows.

import CoreData
import Foundation

/// Reads in a store of some rows, alone and during a save.
enum LatencyRun {
    private static let written: Int64 = 100_000
    /// Rows that a fetch finds.
    private static let found: Int64 = 100
    private static let quietRounds = 300

    /// Durations in milliseconds.
    private struct Reads {
        var ranges: [Double] = []
        var rows: [Double] = []
    }

    static func measure(_ session: Session) throws {
        let workspace = session.workspace
        let raw = try Baseline(
            "read-beside-writer", workspace.copy(of: .full), workspace.rows, written, found, quietRounds
        ).run()
        let own = try perdure(workspace.copy(of: .full), workspace)
        report("\(found) rows, alone", raw.quietRanges, own.quiet.ranges, session)
        report("\(found) rows, during a save", raw.busyRanges, own.busy.ranges, session)
        report("one row, alone", raw.quietRows, own.quiet.rows, session)
        report("one row, during a save", raw.busyRows, own.busy.rows, session)
    }

    /// Half of the reads took at most so long, 99 of 100, and all.
    private static func report(_ name: String, _ raw: [Int64]?, _ own: [Double], _ session: Session) {
        let (own, raw) = (own.sorted(), raw?.map { Double($0) / 1e6 } ?? [])
        for (place, share) in [("p50", 0.5), ("p99", 0.99), ("longest", 1)] {
            var figure = Figure("latency: \(name), \(place)", "ms", [part(own, share)])
            figure.baseline = Series([part(raw, share)])
            session.report(figure)
        }
    }

    private static func part(_ sorted: [Double], _ share: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    /// Each round reads a range, then a single row.
    private static func rounds(
        _ range: () throws -> Void, _ single: () throws -> Void, while goesOn: (Int) -> Bool
    ) throws -> Reads {
        var reads = Reads()
        while goesOn(reads.rows.count) {
            reads.ranges.append(try ContinuousClock().measure { try range() } / .milliseconds(1))
            reads.rows.append(try ContinuousClock().measure { try single() } / .milliseconds(1))
        }
        return reads
    }

    /// One pass alone, one while the writer is at work.
    private static func perdure(_ file: URL, _ workspace: Workspace) throws -> (quiet: Reads, busy: Reads) {
        let stack = try Stack(file, model: workspace.model)
        let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = stack.coordinator
        let entity = try stack.entity()
        writer.performAndWait {
            for i in 1...written { Item(entity: entity, insertInto: writer).fill(workspace.rows + i) }
        }
        let ids = try stack.ids(stride(from: 1, through: workspace.rows, by: 7))
        let range = { try fetch(stack.context, workspace.rows) }
        let single = { try fire(stack.context, ids[Int.random(in: ids.indices)]) }
        let quiet = try rounds(range, single) { $0 < quietRounds }
        let work = BackgroundWork { try writer.performAndWait { try writer.save() } }
        let busy = try rounds(range, single) { _ in !work.isDone }
        try work.check()
        try stack.close()
        return (quiet, busy)
    }

    private static func fetch(_ reader: NSManagedObjectContext, _ rows: Int64) throws {
        let first = Int64.random(in: 1...rows - found)
        try reader.performAndWait {
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.predicate = NSPredicate(
                format: "number >= %ld AND number < %ld", Int(first), Int(first + found))
            let items = try reader.fetch(request)
            guard items.count == found, items.allSatisfy({ $0.name != nil && $0.number >= first }) else {
                throw BenchmarkFailure("a fetch found \(items.count) objects")
            }
        }
        reader.performAndWait { reader.reset() }
    }

    private static func fire(_ reader: NSManagedObjectContext, _ id: NSManagedObjectID) throws {
        try reader.performAndWait {
            guard let item = reader.object(with: id) as? Item, item.number > 0 else {
                throw BenchmarkFailure("no row for \(id)")
            }
        }
    }
}

/// Work on a thread of its own.
private final class BackgroundWork: @unchecked Sendable {
    // Sendable because the outcome is touched under the lock only.
    private let lock = NSLock()
    private var outcome: Result<Void, any Error>?

    init(_ work: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread { [self] in
            let result = Result { try work() }
            lock.withLock { outcome = result }
        }
    }

    var isDone: Bool { lock.withLock { outcome != nil } }
    func check() throws { try lock.withLock { try outcome?.get() } }
}
