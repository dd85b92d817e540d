// SPDX-License-Identifier: Apache-2.0
// Writers that save one entry after the other. What a save has acknowledged goes to a log before the next one begins.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdureStore

/// Several writers on one store.
final class ServerLoad: @unchecked Sendable {
    // Sendable because everything that changes is touched under the lock.
    private let lock = NSLock()
    private let url: String
    private let schema: String
    private let log: FileHandle
    private var saved = 0
    private var doubtful = 0
    private var errors: [String: Int] = [:]
    private var longestStall = 0.0

    init(url: String, schema: String, log: String) throws {
        self.url = url
        self.schema = schema
        try Data().write(to: URL(fileURLWithPath: log))
        self.log = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    }

    /// Runs the writers, and prints what they did.
    func run(seconds: Double, writers: Int) throws {
        let engine = try ServerLedger.open(url, schema)
        print("ready")
        let end = Date(timeIntervalSinceNow: seconds)
        DispatchQueue.concurrentPerform(iterations: writers) { writer in
            Writer(Int64(writer), engine, self).run(until: end)
        }
        print(
            "saves acknowledged \(saved), in doubt \(doubtful), longest stall \((longestStall * 10).rounded() / 10) s"
        )
        for (error, count) in errors.sorted(by: { $0.key < $1.key }) { print("  \(count) times \(error)") }
        try engine.close()
    }

    func note(_ line: String, stall: Double) {
        lock.withLock {
            log.write(Data("\(line)\n".utf8))
            if line.hasPrefix("saved") { saved += 1 } else { doubtful += 1 }
            longestStall = max(longestStall, stall)
        }
    }

    func note(_ error: any Error) {
        let text = "\(error)".prefix { $0 != "(" }
        lock.withLock { errors[String(text), default: 0] += 1 }
    }
}

/// One writer.
private final class Writer {
    private let number: Int64
    private let engine: PostgreSQLEngine
    private let load: ServerLoad
    private var counter: Row?
    private var next: Int64 = 1
    /// When the last save was acknowledged.
    private var last = Date()

    init(_ number: Int64, _ engine: PostgreSQLEngine, _ load: ServerLoad) {
        self.number = number
        self.engine = engine
        self.load = load
    }

    func run(until end: Date) {
        while Date() < end {
            do {
                if counter == nil { try begin() }
                guard let counter, try save(counter) else {
                    self.counter = nil
                    continue
                }
                // The save is acknowledged, whatever becomes of this read.
                self.counter = try engine.rows(for: [counter.key]).first
            } catch {
                load.note(error)
                counter = nil
                usleep(20_000)
            }
        }
    }

    /// Finds what was stored, or begins.
    private func begin() throws {
        let known = try ServerLedger.pairs("Counter", engine).first { $0.values[0] == number }
        if let known {
            counter = known.row
            next = known.values[1] + 1
            return
        }
        guard let layout = engine.schema.entity(named: "Counter") else { return }
        let key = engine.schema.key(
            entity: layout.number, number: try engine.reserveKey(entity: layout.number))
        var changes = ChangeSet()
        changes.identifier = .random(in: 1 ... .max)
        changes.insertions = [RowInsertion(key: key, values: ServerLedger.values(layout, number, 0))]
        _ = try engine.commit(changes)
        counter = nil
        try begin()
    }

    /// Inserts an entry and raises the counter in one save, and notes the answer; false when another try is needed.
    ///
    /// An error that is thrown says that nothing was written: the log has no line of it, and the audit finds what is stored all the same.
    private func save(_ counter: Row) throws -> Bool {
        guard let changes = try changes(counter) else { return false }
        do {
            guard case .committed = try engine.commit(changes) else { return false }
        } catch StoreError.inDoubt {
            load.note("doubt \(number) \(next)", stall: Date().timeIntervalSince(last))
            return false
        }
        load.note("saved \(number) \(next)", stall: Date().timeIntervalSince(last))
        last = Date()
        next += 1
        return true
    }

    private func changes(_ counter: Row) throws -> ChangeSet? {
        guard let layout = engine.schema.entity(named: "Entry"),
            let counters = engine.schema.entity(named: "Counter")
        else { return nil }
        let key = engine.schema.key(
            entity: layout.number, number: try engine.reserveKey(entity: layout.number))
        var changes = ChangeSet()
        changes.identifier = .random(in: 1 ... .max)
        changes.insertions = [RowInsertion(key: key, values: ServerLedger.values(layout, number, next))]
        changes.updates = [
            RowUpdate(
                key: counter.key, expectedVersion: counter.version,
                changes: ServerLedger.change(counters, to: next))
        ]
        return changes
    }
}
#endif
