// SPDX-License-Identifier: Apache-2.0
// Mapping models of stores on servers, in place of the store. MappedAuthors.swift has the store.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping
import PerdureMigration
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Synchronization
import Testing

@Suite("PostgreSQL: mapping models", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerMappingTests {
    @Test("PG-138 MIG-112 a mapping model migrates a store on a server; UUID, numbers and URIs go on")
    func inPlace() throws {
        let namespace = try MappedAuthors.filled()
        let before = try MappedAuthors.open(namespace, MappedAuthors.old)
        let uris = try MappedAuthors.uris(before, "Author", "name")
        try MappedAuthors.close(before)
        try MappedAuthors.heavy(namespace).run()
        let context = try MappedAuthors.open(namespace, MappedAuthors.new)
        #expect(try MappedAuthors.authors(context) == MappedAuthors.migrated)
        #expect(try MappedAuthors.uris(context, "Author", "fullName") == uris)
        #expect(try MappedAuthors.isClean(namespace))
        try context.performAndWait {
            let author = context.insert("Author", ["fullName": "New"])
            try context.save()
            let number = author.objectID.uriRepresentation().lastPathComponent.dropFirst()
            // Numbers of deleted objects and of taken blocks are not given again.
            #expect((Int(number) ?? 0) > 4)
        }
        let tables = try MappedAuthors.rows(
            "SELECT c.relname::text FROM pg_class c WHERE relnamespace = '\(namespace.name)'::regnamespace AND relkind = 'r' "
                + "AND relname NOT LIKE 'perdure%' ORDER BY 1")
        #expect(tables.count == 2)
        // A second migration finds its way by the model that the store keeps.
        try MappedAuthors.close(context)
        #expect(
            try MappedAuthors.open(namespace, MappedAuthors.new).persistentStoreCoordinator?.persistentStores
                .count == 1)
    }

    @Test("PG-138 what others save while a mapping model is at work is kept: the migration begins anew")
    func overtaken() throws {
        let namespace = try MappedAuthors.filled()
        let other = try MappedAuthors.open(namespace, MappedAuthors.old)
        let calls = Mutex(0)
        try MappedAuthors.heavy(namespace) { step in
            guard case .entityMapping(_, pass: 2) = step,
                calls.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            do {
                try other.performAndWait {
                    other.insert("Author", ["name": "Late"])
                    try other.save()
                }
            } catch { Issue.record(error) }
        }.run()
        let context = try MappedAuthors.open(namespace, MappedAuthors.new)
        #expect(try MappedAuthors.authors(context) == MappedAuthors.migrated + ["Late 4 "])
        // The old process learns of it at its next save, and loses nothing silently.
        let error = #expect(throws: NSError.self) {
            try other.performAndWait {
                other.insert("Author", ["name": "Too late"])
                try other.save()
            }
        }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(try MappedAuthors.authors(context).count == 3)
    }

    @Test("PG-138 who writes again and again keeps the old store, and the migration ends with 134090")
    func overtakenAlways() throws {
        let namespace = try MappedAuthors.filled()
        let calls = Mutex(0)
        let error = #expect(throws: NSError.self) {
            try MappedAuthors.heavy(namespace) { step in
                guard case .entityMapping(_, pass: 2) = step else { return }
                calls.withLock { $0 += 1 }
                // Another program, which leaves no mark of a save.
                do {
                    try TestStores.run("DELETE FROM \"\(namespace.name)\".book WHERE title = 'C'")
                    try TestStores.run(
                        "INSERT INTO \"\(namespace.name)\".book (entity, title) VALUES (2, 'C')")
                } catch { Issue.record(error) }
            }.run()
        }
        #expect(error?.code == NSPersistentStoreTimeoutError)
        #expect(calls.withLock { $0 } == 6)
        #expect(try MappedAuthors.isClean(namespace))
        let context = try MappedAuthors.open(namespace, MappedAuthors.old)
        #expect(try context.performAndWait { try context.all("Book", by: "title").count } == 3)
    }

    @Test("PG-138 a policy that throws leaves the old store and nothing beside it")
    func failing() throws {
        let namespace = try MappedAuthors.filled()
        let mapping = try MappedAuthors.mapping()
        for entity in mapping.entityMappings where entity.destinationEntityName == "Author" {
            entity.entityMigrationPolicyClassName = "ServerFailingPolicy"
        }
        let migration = HeavyMigration(
            url: namespace.url, type: PostgreSQLStoreType, options: MappedAuthors.options(namespace),
            from: MappedAuthors.old,
            to: MappedAuthors.new, mapping: mapping)
        let error = #expect(throws: NSError.self) { try migration.run() }
        #expect(error?.code == NSMigrationError)
        #expect(try MappedAuthors.isClean(namespace))
        let context = try MappedAuthors.open(namespace, MappedAuthors.old)
        #expect(try context.performAndWait { try context.all("Author", by: "name").count } == 2)
    }

    @Test(
        "PG-138 MG-31 a connection that ends at any statement of the replacement leaves one version or the other"
    )
    func killed() throws {
        let namespace = try MappedAuthors.filled()
        let name = "killed_\(namespace.name)"
        var statement = 0
        while statement < 100 {
            let counted = Mutex<Int?>(nil)
            let at = statement
            let observer: @Sendable (PostgreSQLStatement) -> Void = { done in
                let number = counted.withLock { number -> Int? in
                    if done.text.hasPrefix("LOCK TABLE") { number = -1 }
                    number = number.map { $0 + 1 }
                    return number
                }
                guard number == at else { return }
                _ = try? TestStores.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '\(name)%'"
                )
            }
            let options = MappedAuthors.options(namespace).merging([
                "PerdurePostgreSQLStatements": observer, "PerdurePostgreSQLApplicationName": name,
            ]) { $1 }
            let migration = HeavyMigration(
                url: namespace.url, type: PostgreSQLStoreType, options: options, from: MappedAuthors.old,
                to: MappedAuthors.new,
                mapping: try MappedAuthors.mapping())
            do {
                try migration.run()
                break
            } catch {
                let context = try MappedAuthors.open(namespace, MappedAuthors.old)
                #expect(try context.performAndWait { try context.all("Book", by: "title").count } == 3)
                try MappedAuthors.close(context)
            }
            statement += 3
        }
        #expect(statement > 5)
        #expect(
            try MappedAuthors.authors(MappedAuthors.open(namespace, MappedAuthors.new))
                == MappedAuthors.migrated)
        #expect(try MappedAuthors.isClean(namespace))
    }

    @Test("PG-138 MIG-146 a history ends with a mapping model: older tokens are expired, numbers go on")
    func history() throws {
        let tracking = [NSPersistentHistoryTrackingKey: true]
        let namespace = try MappedAuthors.filled(tracking)
        try MappedAuthors.heavy(namespace).run()
        let context = try MappedAuthors.open(namespace, MappedAuthors.new, tracking)
        try context.performAndWait {
            context.insert("Author", ["fullName": "New"])
            try context.save()
        }
        let found = try MappedAuthors.rows("SELECT history FROM \"\(namespace.name)\".perdure_store")
        #expect(found == ["int8(4)"])
        #expect(
            try MappedAuthors.rows("SELECT history_deleted FROM \"\(namespace.name)\".perdure_store") == [
                "int8(3)"
            ])
    }

    @Test("PG-138 rights that an administrator has given on a table stay with the table of its name")
    func rights() throws {
        let namespace = try MappedAuthors.filled()
        try TestStores.run("GRANT SELECT ON \"\(namespace.name)\".author TO PUBLIC")
        try MappedAuthors.heavy(namespace).run()
        let found = try MappedAuthors.rows(
            "SELECT privilege_type FROM information_schema.role_table_grants WHERE table_schema = '\(namespace.name)' "
                + "AND table_name = 'author' AND grantee = 'PUBLIC'")
        #expect(found.count == 1)
    }

    @Test("PG-138 rights on the sequence of a key stay with the key's table, whatever the sequence is called")
    func sequenceRights() throws {
        let namespace = try MappedAuthors.filled()
        let place = "\"\(namespace.name)\""
        let old = try TestStores.run("SELECT pg_get_serial_sequence('\(place).author', 'id')")
        guard case .text(let sequence)? = try old.value(0, 0) else {
            Issue.record("the key of authors has no sequence")
            return
        }
        try TestStores.run("ALTER SEQUENCE \(sequence) RENAME TO formerly_writer_id_seq")
        try TestStores.run("GRANT USAGE ON SEQUENCE \(place).formerly_writer_id_seq TO PUBLIC")
        try MappedAuthors.heavy(namespace).run()
        let found = try TestStores.run(
            "SELECT bool_or(a.grantee = 0) FROM pg_class c CROSS JOIN aclexplode(c.relacl) a "
                + "WHERE c.oid = pg_get_serial_sequence('\(place).author', 'id')::regclass")
        #expect(try found.value(0, 0) == .bool(true))
    }

    @Test("PG-138 PG-147 tables with row-level security are refused by name, and nothing has changed")
    func policies() throws {
        let namespace = try MappedAuthors.filled()
        try TestStores.run("ALTER TABLE \"\(namespace.name)\".author ENABLE ROW LEVEL SECURITY")
        let error = #expect(throws: (any Error).self) { try MappedAuthors.heavy(namespace).run() }
        #expect("\(String(describing: error))".contains("row-level security"))
        let context = try MappedAuthors.open(namespace, MappedAuthors.old)
        #expect(try context.performAndWait { try context.all("Author", by: "name").count } == 2)
        #expect(try MappedAuthors.isClean(namespace))
    }

    @Test("PG-138 PG-147 the owner of the tables owns the new ones too, whoever migrates")
    func owner() throws {
        let (namespace, role) = (try MappedAuthors.filled(), "role_\(UInt32.random(in: 0 ... .max))")
        try TestStores.run("CREATE ROLE \(role)")
        defer {
            _ = try? TestStores.run("DROP OWNED BY \(role) CASCADE")
            _ = try? TestStores.run("DROP ROLE \(role)")
        }
        try TestStores.run(
            "DO $$ DECLARE t text; BEGIN FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = '\(namespace.name)' "
                + "LOOP EXECUTE format('ALTER TABLE %I.%I OWNER TO \(role)', '\(namespace.name)', t); END LOOP; END $$"
        )
        try MappedAuthors.heavy(namespace).run()
        let others = try TestStores.run(
            "SELECT count(*) FROM pg_tables WHERE schemaname = '\(namespace.name)' AND tableowner <> '\(role)'"
        )
        #expect(try others.value(0, 0) == .int8(0))
        #expect(
            try MappedAuthors.authors(MappedAuthors.open(namespace, MappedAuthors.new))
                == MappedAuthors.migrated)
    }

    @Test("PG-138 what a killed migration has left goes with the next one")
    func leftOver() throws {
        let namespace = try MappedAuthors.filled()
        let beside = "perdure_new_\(namespace.name)"
        let left = NSPersistentStoreCoordinator(managedObjectModel: MappedAuthors.new)
        let store = try left.addPersistentStore(
            type: .postgreSQL, at: namespace.url, options: ["PerdurePostgreSQLSchema": beside])
        try left.remove(store)
        try TestStores.run(
            "COMMENT ON SCHEMA \"\(beside)\" IS 'Perdure makes a store here while it migrates another one.'")
        try MappedAuthors.heavy(namespace).run()
        #expect(
            try MappedAuthors.authors(MappedAuthors.open(namespace, MappedAuthors.new))
                == MappedAuthors.migrated)
        #expect(try MappedAuthors.isClean(namespace))
    }

    @Test(
        "PG-138 PG-136 a role that may make no schema is told what is missing, and uses one that is made for it"
    )
    func missingRight() throws {
        let (namespace, role) = (try ServerNamespace(), "role_\(UInt32.random(in: 0 ... .max))")
        try TestStores.run("CREATE ROLE \(role)")
        defer {
            _ = try? TestStores.run("DROP OWNED BY \(role) CASCADE")
            _ = try? TestStores.run("DROP ROLE \(role)")
        }
        try TestStores.run("CREATE SCHEMA \"\(namespace.name)\" AUTHORIZATION \(role)")
        let more: [AnyHashable: Any] = ["PerdurePostgreSQLRole": role]
        let context = try MappedAuthors.open(namespace, MappedAuthors.old, more)
        try MappedAuthors.fill(context)
        try MappedAuthors.close(context)
        let migration = HeavyMigration(
            url: namespace.url, type: PostgreSQLStoreType,
            options: MappedAuthors.options(namespace).merging(more) { $1 },
            from: MappedAuthors.old, to: MappedAuthors.new, mapping: try MappedAuthors.mapping())
        let error = #expect(throws: NSError.self) { try migration.run() }
        #expect(error?.localizedDescription.contains("perdure_new_\(namespace.name)") == true)
        try TestStores.run("CREATE SCHEMA \"perdure_new_\(namespace.name)\" AUTHORIZATION \(role)")
        try migration.run()
        #expect(
            try MappedAuthors.authors(MappedAuthors.open(namespace, MappedAuthors.new, more))
                == MappedAuthors.migrated)
        // It is the administrator's, and stays.
        #expect(try !MappedAuthors.isClean(namespace))
    }
}
#endif
