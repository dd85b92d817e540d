// SPDX-License-Identifier: Apache-2.0
// The work of baseline.c through the engine of the store (PG-160). Scripts/measure-postgresql builds and runs both.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// The measurements, in the order of the C program's.
@main
struct Measurements {
    private let engine: PostgreSQLEngine
    private let side: ServerConnection
    private let options: PostgreSQLOptions
    private let rows: Int

    private var namespace: String { options.namespace }

    static func main() throws {
        guard let url = ProcessInfo.processInfo.environment["PERDURE_POSTGRES_URL"] else {
            throw StoreError.cannotOpen(path: "", code: 0, reason: "set PERDURE_POSTGRES_URL")
        }
        let rows = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 200_000 : 200_000
        try Measurements(url, rows).run()
    }

    private init(_ url: String, _ rows: Int) throws {
        self.rows = rows
        let namespace = "measured_\(UInt32.random(in: 0 ... .max))"
        var client = try ClientConfiguration(PostgreSQLURL(url))
        side = try ConnectionMaker(client).connect(until: Deadline(after: 20))
        client.applicationName = namespace
        client.timeout = 600
        var options = PostgreSQLOptions(client)
        options.namespace = namespace
        let types: [(String, StoredAttributeType)] = [
            ("name", .string), ("note", .string), ("rank", .integer64), ("price", .double), ("made", .date),
            ("flag", .boolean),
        ]
        let item = EntityDefinition(
            "Item",
            properties: types.map { PropertyDefinition($0.0, .attribute(AttributeDefinition($0.1))) })
        self.options = options
        engine = try PostgreSQLEngine.open(options, schema: Schema([item]))
    }

    private func run() throws {
        defer { _ = try? statement("DROP SCHEMA \"\(namespace)\" CASCADE") }
        let keys = try engine.reserveKeys(rows, entity: 1).all.map {
            engine.schema.key(entity: 1, number: $0)
        }
        try measure("insert", rows) { try insert(keys) }
        try statement("VACUUM ANALYZE \"\(namespace)\".item")
        try measure("update", rows) { try update(keys) }
        try statement("VACUUM ANALYZE \"\(namespace)\".item")
        for _ in 0..<2 { try measure("fetch", rows) { try fetch() } }
        for _ in 0..<2 {
            try measure("by key", 20_000) {
                for index in 0..<20_000 { _ = try engine.rows(for: [keys[index * 7919 % rows]]) }
            }
        }
        try measure("by key, client", 20_000, of: "pid = pg_backend_pid()") { try selectByKey(keys) }
        if CommandLine.arguments.contains("commits") { try commits(keys) }
    }

    // MARK: Commits

    /// Saves of one row by several threads, with marks and without, in turns (PG-92).
    private func commits(_ keys: [ObjectKey]) throws {
        var options = options
        options.keepsMarks = false
        let plain = try PostgreSQLEngine.open(options, schema: engine.schema)
        defer { try? plain.close() }
        var rates: [[Double]] = [[], []]
        for round in 0..<10 {
            for kind in round % 2 == 0 ? [0, 1] : [1, 0] {
                let start = DispatchTime.now().uptimeNanoseconds
                try commits([engine, plain][kind], keys)
                rates[kind].append(
                    Double(Self.threads * Self.saves)
                        / (Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9))
            }
        }
        let medians = rates.map { $0.sorted()[$0.count / 2] }
        print(
            String(
                format: "commits per second: with marks %.0f, without %.0f, ratio %.3f", medians[0],
                medians[1],
                medians[0] / medians[1]))
    }

    private static let threads = 8
    private static let saves = 250

    private func commits(_ engine: PostgreSQLEngine, _ keys: [ObjectKey]) throws {
        let rank = slot("rank")
        let failures = Lock(0)
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            for save in 0..<Self.saves {
                var values = ContiguousArray(repeating: StoredValue.null, count: 6)
                values[rank] = .integer(Int64(save))
                let row = Row(key: keys[(thread * Self.saves + save) * 7 % rows], version: 0, values: values)
                var changes = ChangeSet()
                changes.updates = [RowUpdate(row, slots: [rank], expectedVersion: nil)]
                if (try? engine.commit(changes)) == nil { failures.withLock { $0 += 1 } }
            }
        }
        guard failures.withLock({ $0 }) == 0 else { throw StoreError.closed }
    }

    private func slot(_ name: String) -> Int { engine.schema[1].slots[name] ?? 0 }

    private func insert(_ keys: [ObjectKey]) throws {
        let slots = ["name", "note", "rank", "price", "made", "flag"].map(slot)
        var changes = ChangeSet()
        changes.insertions = keys.enumerated().map { index, key in
            let id = index + 1
            var values = ContiguousArray(repeating: StoredValue.null, count: 6)
            values[slots[0]] = .string("name of item \(id)")
            values[slots[1]] = .string("a longer note about the item with number \(id)")
            values[slots[2]] = .integer(Int64(id % 1000))
            values[slots[3]] = .double(Double(id) * 0.25)
            values[slots[4]] = .date(7e8 + Double(id) * 0.001)
            values[slots[5]] = .integer(Int64(id & 1))
            return RowInsertion(key: key, values: values)
        }
        _ = try engine.commit(changes)
    }

    private func update(_ keys: [ObjectKey]) throws {
        let rank = slot("rank")
        let slots = [rank]
        var changes = ChangeSet()
        changes.updates = keys.enumerated().map { index, key in
            var values = ContiguousArray(repeating: StoredValue.null, count: 6)
            values[rank] = .integer(Int64((index + 1) * 7 % 1000))
            return RowUpdate(Row(key: key, version: 2, values: values), slots: slots, expectedVersion: 1)
        }
        _ = try engine.commit(changes)
    }

    private func fetch() throws {
        guard case .rows(let found) = try engine.fetch(FetchPlan(entity: 1)), found.count == rows else {
            throw StoreError.unsupported(UnsupportedRequest("the fetch has not found all rows"))
        }
    }

    /// The same statement by the client alone, whose values nobody reads: what the engine adds is the rest.
    private func selectByKey(_ keys: [ObjectKey]) throws {
        let text =
            "SELECT id, version, name, note, rank, price, made, flag FROM \"\(namespace)\".item WHERE id = $1"
        for index in 0..<20_000 {
            let key = ServerValue.int8(keys[index * 7919 % rows].number)
            _ = try side.run(ServerRequest(text, [key]), until: Deadline(after: 600))
        }
    }

    @discardableResult
    private func statement(_ text: String, _ values: [ServerValue] = []) throws -> ServerResult {
        try side.run(ServerRequest(text, values, isPrepared: false), until: Deadline(after: 600))
    }

    // MARK: Time

    private func measure(
        _ what: String, _ count: Int, of processes: String = "application_name LIKE $1",
        _ body: () throws -> Void
    ) throws {
        let (client, server) = (Self.client(), try self.server(processes))
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        let wall = Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
        let (own, others) = (Self.client() - client, try self.server(processes) - server)
        let figures = [own, others, own + others, wall].map {
            String(format: "%6.2f", $0 * 1e6 / Double(count))
        }
        let name = what.padding(toLength: 16, withPad: " ", startingAt: 0)
        print(
            "\(name) Perdure  client \(figures[0]) server \(figures[1]) both \(figures[2]) us, wall \(figures[3]) us"
        )
    }

    private static func client() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    }

    /// The processor time of the store's processes on the server.
    private func server(_ processes: String) throws -> Double {
        let pids = try statement(
            "SELECT pid FROM pg_stat_activity WHERE $1::text IS NOT NULL AND \(processes)",
            [.text(namespace + "%")])
        return try pids.column(0).reduce(0) { sum, pid in
            guard case .int4(let pid)? = pid,
                let text = try? String(contentsOfFile: "/proc/\(pid)/schedstat", encoding: .utf8),
                let first = text.split(separator: " ").first, let nanoseconds = Double(first)
            else { return sum }
            return sum + nanoseconds * 1e-9
        }
    }
}
#else
/// Nothing to measure without the trait.
@main
struct Measurements {
    static func main() { print("built without the package trait PostgreSQL") }
}
#endif
