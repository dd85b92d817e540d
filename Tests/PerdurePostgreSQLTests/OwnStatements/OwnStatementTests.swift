// SPDX-License-Identifier: Apache-2.0
// Statements of a program in the transaction of a save: both are committed, or neither.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
@testable import PerdurePostgreSQL
import PerdurePostgreSQLStores
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: own statements", .enabled(if: TestStores.isThere, TestStores.advice))
struct OwnStatementTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    private struct Refused: Error, Equatable { let reason: String }

    init() throws {
        stack = try Stack(
            .postgreSQL,
            NSManagedObjectModel(
                EntitySketch(
                    "City", unique: [["name"]], .attribute("name"), .mergeable("visits", .counter, default: 0)
                )))
        context = stack.context()
    }

    /// The name of a table in the store's namespace, for other programs.
    private func name(_ table: String) throws -> String {
        let items = URLComponents(string: stack.store.url?.absoluteString ?? "")?.queryItems
        return try "\(#require(items?.first { $0.name == "schema" }?.value)).\(table)"
    }

    private func makeOutbox() throws {
        try SharedServer.run(
            "CREATE TABLE \(name("outbox")) (topic text NOT NULL, body jsonb, at timestamptz)")
    }

    private func topics() throws -> String {
        try SharedServer.run(
            "SELECT coalesce(string_agg(topic, ' ' ORDER BY topic), '') FROM \(name("outbox"))"
        )
        .joined()
    }

    private func cities() throws -> [String] {
        try stack.context().performAndWait {
            try NSFetchRequest<NSManagedObject>(entityName: "City").execute()
                .compactMap { $0.value(forKey: "name") as? String }.sorted()
        }
    }

    @Test("PG-161 rows and own statements are committed together, and the closure sees the save's rows")
    func together() throws {
        try makeOutbox()
        try context.performAndWait {
            context.insert("City", ["name": "Pärnu"])
            try context.save(inTransactionOf: stack.store) { transaction in
                let found = try transaction.run("SELECT name, version FROM \(transaction.name("city"))")
                #expect(found.columns == ["name", "version"] && found.values == [["Pärnu", 1]])
                let written = try transaction.run(
                    "INSERT INTO \(transaction.name("outbox")) (topic, body, at) VALUES ($1, $2, $3)",
                    ["it's; --", .json(#"{"a": 1}"#), .date(Date(timeIntervalSinceReferenceDate: 1.25))])
                #expect(written.count == 1 && written.values.isEmpty)
            }
            #expect(!context.hasChanges)
        }
        #expect(try topics() == "it's; --" && cities() == ["Pärnu"])
        #expect(
            try SharedServer.run("SELECT at::text FROM \(name("outbox"))") == ["2001-01-01 00:00:01.25+00"])
    }

    @Test("PG-161 what the closure throws rolls back the rows and the statements, and is thrown")
    func thrown() throws {
        try makeOutbox()
        try context.performAndWait {
            context.insert("City", ["name": "Pärnu"])
            #expect(throws: Refused(reason: "no")) {
                try context.save(inTransactionOf: stack.store) { transaction in
                    try transaction.run("INSERT INTO \(transaction.name("outbox")) (topic) VALUES ('a')")
                    throw Refused(reason: "no")
                }
            }
            #expect(context.hasChanges)
            #expect(try topics().isEmpty && cities().isEmpty)
            try context.save()
        }
        #expect(try cities() == ["Pärnu"])
    }

    @Test("PG-161 a refused statement fails the save with the server's code, also where the closure goes on")
    func refused() throws {
        try makeOutbox()
        try context.performAndWait {
            context.insert("City", ["name": "Pärnu"])
            for goesOn in [false, true] {
                let error = #expect(throws: (any Error).self) {
                    try context.save(inTransactionOf: stack.store) { transaction in
                        do {
                            try transaction.run(
                                "INSERT INTO \(transaction.name("outbox")) (topic) VALUES (NULL)")
                        } catch  where goesOn {}
                    }
                }
                #expect((error as NSError?)?.userInfo[PostgreSQLErrorKey] as? String == "23502")
                #expect((error as NSError?)?.userInfo[PostgreSQLColumnKey] as? String == "topic")
            }
            #expect(try cities().isEmpty)
            try context.save()
        }
    }

    @Test(
        "PG-161 statements that end the transaction or change the connection are refused before they are sent",
        arguments: [
            "COMMIT", " -- a\n/* b /* c */ */ rollback", "begin", "END", "SAVEPOINT a",
            "PREPARE TRANSACTION 'a'",
            "SET ROLE postgres", "SET SESSION timezone = 'UTC'", "RESET ALL", "LISTEN a", "COPY a FROM STDIN",
            "", "/* a", "-- \u{2028}SELECT\nCOMMIT",
        ])
    func forbidden(_ text: String) throws {
        context.performAndWait {
            context.insert("City", ["name": "Pärnu"])
            let error = #expect(throws: CoreDataException.self) {
                try context.save(inTransactionOf: stack.store) { try $0.run(text) }
            }
            #expect(error?.name == .invalidArgumentException)
        }
        #expect(try cities().isEmpty)
    }

    @Test("PG-161 from a notification of a save it is refused, since its closure would not run")
    func nested() throws {
        try context.performAndWait {
            let outcome = Outcome()
            let (context, store) = (context, stack.store)
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: context, queue: nil
            ) { _ in
                do { try context.save(inTransactionOf: store) { _ in outcome.hasRun = true } } catch {
                    outcome.error = error
                }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            context.insert("City", ["name": "Pärnu"])
            try context.save()
            #expect(outcome.error is CoreDataException && !outcome.hasRun)
        }
        #expect(try cities() == ["Pärnu"])
    }

    /// What a closure that others call has met.
    private final class Outcome: @unchecked Sendable {
        // Sendable because a save calls the closure on its own thread.
        var error: (any Error)?
        var hasRun = false
    }

    @Test("PG-161 without changes the closure runs all the same, and settings end with the transaction")
    func alone() throws {
        try makeOutbox()
        try context.performAndWait {
            try context.save(inTransactionOf: stack.store) { transaction in
                try transaction.run("SET LOCAL application_name = 'own'")
                try transaction.run("INSERT INTO \(transaction.name("outbox")) (topic) VALUES ('b')")
            }
            try context.save(inTransactionOf: stack.store) { transaction in
                let name = try transaction.run("SELECT current_setting('application_name')").values[0][0]
                #expect(name != "own")
            }
        }
        #expect(try topics() == "b")
    }

    @Test("PG-161 after a conflict the closure runs again in the transaction that is committed")
    func repeated() throws {
        try makeOutbox()
        try context.performAndWait {
            let city = context.insert("City", ["name": "Pärnu"])
            try context.save()
            try stack.context().performAndWait {
                let other = try #require(
                    try NSFetchRequest<NSManagedObject>(entityName: "City").execute().first)
                other.setValue("Valga", forKey: "name")
                try other.managedObjectContext?.save()
            }
            city.setValue("Narva", forKey: "name")
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            var runs = 0
            try context.save(inTransactionOf: stack.store) { transaction in
                runs += 1
                try transaction.run("INSERT INTO \(transaction.name("outbox")) (topic) VALUES ('c')")
            }
            // The conflict is found before the closure runs.
            #expect(runs == 1)
        }
        #expect(try topics() == "c" && cities() == ["Narva"])
    }

    @Test("PG-161 a victim of a deadlock or of a lost connection runs again, and is stored once")
    func lost() throws {
        try makeOutbox()
        try context.performAndWait {
            context.insert("City", ["name": "Pärnu"])
            var runs = 0
            try context.save(inTransactionOf: stack.store) { transaction in
                runs += 1
                try transaction.run("INSERT INTO \(transaction.name("outbox")) (topic) VALUES ('d')")
                if runs == 1 { try transaction.run("SELECT pg_terminate_backend(pg_backend_pid())") }
                if runs == 2 {
                    try transaction.run(
                        "DO $$ BEGIN RAISE EXCEPTION 'victim' USING ERRCODE = '40P01'; END $$")
                }
            }
            #expect(runs == 3)
        }
        #expect(try topics() == "d" && cities() == ["Pärnu"])
    }

    @Test("PG-161 values of every kind arrive and come back")
    func values() throws {
        let key = UUID()
        let sent: [PostgreSQLValue] = [
            true, 7, 2.5, .decimal(Decimal(sign: .plus, exponent: -2, significand: 1_230)), "é",
            .data(Data([0, 1])), .uuid(key),
            .date(Date(timeIntervalSinceReferenceDate: -86_400.5)), ["a", nil, "b"], [1, 2],
        ]
        try context.performAndWait {
            try context.save(inTransactionOf: stack.store) { transaction in
                let row = try transaction.run(
                    "SELECT $1::boolean, $2::integer, $3::float8, $4::numeric, $5::text, $6::bytea, $7::uuid, "
                        + "$8::timestamptz, $9::text[], $10::bigint[], $11::text, $12::jsonb ->> 'a'",
                    sent + [nil, .json(#"{"a": "x"}"#)])
                #expect(row.values == [sent + [nil, "x"]])
            }
        }
    }

    @Test(
        "PG-161 a closure's transaction is of no use behind the closure, and other contexts and stores have none"
    )
    func misuse() throws {
        var kept: PostgreSQLTransaction?
        try context.performAndWait { try context.save(inTransactionOf: stack.store) { kept = $0 } }
        #expect(throws: CoreDataException.self) { try kept?.run("SELECT 1") }
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        #expect(throws: CoreDataException.self) {
            try child.performAndWait { try child.save(inTransactionOf: stack.store) { _ in } }
        }
        let other = try Stack(.inMemory)
        #expect(throws: CoreDataException.self) {
            try context.performAndWait { try context.save(inTransactionOf: other.store) { _ in } }
        }
    }

    /// Counts how often it runs.
    private final class Note: ServerCompanion, @unchecked Sendable {
        // Sendable because the test runs on one thread.
        var runs = 0

        func run(_ statements: OwnStatements) throws {
            runs += 1
            _ = try statements.run("SELECT 1", [])
        }
    }

    @Test("PG-161 PG-97 statements of a save in doubt run again only when that save is lost")
    func doubt() throws {
        let stores = TestStores()
        let store = EngineUnderTest(try stores.open(Schema(ConformanceModel.library)))
        let note = Note()
        var first = ChangeSet()
        first.identify()
        first.companion = note
        first.insertions = [try store.insertion("Sample", ["name": .string("one")])]
        try store.commit(first)
        #expect(note.runs == 1)
        // The program was told nothing, and saves again.
        var second = first
        second.identifier = nil
        second.inDoubtSave = InDoubtSave(first)
        try store.commit(second)
        #expect(note.runs == 1, "it is stored already")
        var lost = ChangeSet()
        lost.identify()
        lost.companion = note
        var third = lost
        third.identifier = nil
        third.inDoubtSave = InDoubtSave(lost)
        try store.commit(third)
        #expect(note.runs == 2, "nothing of it is stored")
    }
}
#endif
