// SPDX-License-Identifier: Apache-2.0
// How long a reader waits while another context, or in C another connection, saves 100,000 rows.

import CBaseline
import CoreData
import Foundation

/// Durations of one kind of read, in milliseconds.
struct Latency {
    let name: String
    private let values: [Double]

    fileprivate init(_ name: String, _ values: [Double]) {
        self.name = name
        self.values = values.sorted()
    }

    var count: Int { values.count }
    var longest: Double { values.last ?? 0 }
    func part(_ share: Double) -> Double {
        values.isEmpty ? 0 : values[min(values.count - 1, Int(Double(values.count) * share))]
    }
}

/// Reads in a store of some rows, alone and during a save.
struct LatencyRun {
    static let written: Int64 = 100_000
    /// Rows that a fetch finds.
    private static let found: Int64 = 100
    private static let quietRounds = 300

    let latencies: [Latency]

    init(_ workspace: Workspace) throws {
        latencies =
            try Self.baseline(workspace.copy(of: "full"), workspace.rows)
            + Self.perdure(workspace.copy(of: "full"), workspace)
    }

    /// One pass alone, one while the writer is at work; each round reads a range, then a single row.
    private static func measure(
        _ name: String, range: () throws -> Void, single: () throws -> Void,
        writer: @escaping @Sendable () throws -> Void
    ) throws -> [Latency] {
        let quiet = try rounds(range, single) { $0 < quietRounds }
        let work = BackgroundWork(writer)
        let busy = try rounds(range, single) { _ in !work.isDone }
        try work.check()
        return [
            Latency("\(name): \(found) rows, alone", quiet.0),
            Latency("\(name): \(found) rows, during a save", busy.0),
            Latency("\(name): one row, alone", quiet.1),
            Latency("\(name): one row, during a save", busy.1),
        ]
    }

    private static func rounds(
        _ range: () throws -> Void, _ single: () throws -> Void, while goesOn: (Int) -> Bool
    ) throws -> ([Double], [Double]) {
        var (ranges, singles): ([Double], [Double]) = ([], [])
        while goesOn(ranges.count) {
            ranges.append(try ContinuousClock().measure { try range() } / .milliseconds(1))
            singles.append(try ContinuousClock().measure { try single() } / .milliseconds(1))
        }
        return (ranges, singles)
    }

    private static func perdure(_ file: URL, _ workspace: Workspace) throws -> [Latency] {
        let stack = try Stack(file, model: workspace.model)
        let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = stack.coordinator
        let entity = try stack.entity()
        writer.performAndWait {
            for i in 1...written { Item(entity: entity, insertInto: writer).fill(workspace.rows + i) }
        }
        let ids = try stack.ids(by: 7, of: workspace.rows)
        let reader = stack.context
        let latencies = try measure(
            "Perdure", range: { try fetch(reader, workspace.rows) },
            single: { try fire(reader, ids[Int.random(in: ids.indices)]) },
            writer: { try writer.performAndWait { try writer.save() } })
        try stack.close()
        return latencies
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

    private static func baseline(_ file: URL, _ rows: Int64) throws -> [Latency] {
        var opened: OpaquePointer?
        guard baseline_open(file.path, &opened) == 0, let reader = opened else {
            throw BenchmarkFailure("cannot open \(file.path)")
        }
        defer { baseline_close(reader) }
        var sum: Int64 = 0
        let read = { (column: Int32, first: Int64, count: Int64) throws in
            guard baseline_read_range(reader, column, first, count, &sum) == count else {
                throw BenchmarkFailure("C found other rows")
            }
        }
        return try measure(
            "C", range: { try read(1, .random(in: 1...rows - found), found) },
            single: { try read(0, .random(in: 1...rows), 1) },
            writer: {
                let code = baseline_append(file.path, rows + 1, written)
                guard code == 0 else { throw BenchmarkFailure("SQLite code \(code)") }
            })
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
