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

    init(_ number: Int64, _ engine: PostgreSQLEngine, _ load: ServerLoad) {
        self.number = number
        self.engine = engine
        self.load = load
    }

    func run(until end: Date) {
        var last = Date()
        while Date() < end {
            do {
                if counter == nil { try begin() }
                guard try save() else { continue }
                load.note("saved \(number) \(next)", stall: Date().timeIntervalSince(last))
                next += 1
            } catch StoreError.inDoubt {
                load.note("doubt \(number) \(next)", stall: Date().timeIntervalSince(last))
                counter = nil
                continue
            } catch {
                load.note(error)
                counter = nil
                usleep(20_000)
                continue
            }
            last = Date()
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
        changes.insertions = [RowInsertion(key: key, values: [.integer(number), .integer(0)])]
        _ = try engine.commit(changes)
        counter = nil
        try begin()
    }

    /// Inserts an entry and raises the counter in one save; false when another try is needed.
    private func save() throws -> Bool {
        guard let counter, let layout = engine.schema.entity(named: "Entry") else { return false }
        let key = engine.schema.key(
            entity: layout.number, number: try engine.reserveKey(entity: layout.number))
        var changes = ChangeSet()
        changes.identifier = .random(in: 1 ... .max)
        changes.insertions = [RowInsertion(key: key, values: [.integer(number), .integer(next)])]
        changes.updates = [
            RowUpdate(
                key: counter.key, expectedVersion: counter.version,
                changes: [SlotChange(slot: 1, value: .integer(next))])
        ]
        guard case .committed = try engine.commit(changes) else {
            self.counter = nil
            return false
        }
        self.counter = try engine.rows(for: [counter.key]).first
        return true
    }
}
#endif
