// SPDX-License-Identifier: Apache-2.0
// `perdure store check --repair` on a server: what can be made again is made, and nothing else changes.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: repairs of stores on servers", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ServerRepairTests {
    private let namespace: ServerNamespace
    private var url: String { namespace.url.absoluteString }
    private var place: String { "\"\(namespace.name)\"" }

    init() throws {
        namespace = try ServerNamespace()
        let stack = try Stack(at: namespace.url, CopySample.model())
        try CopySample.fill(stack)
        try stack.coordinator.remove(stack.store)
    }

    private func content() throws -> String {
        let stack = try Stack(at: namespace.url, CopySample.model())
        return try CopySample.text(stack)
    }

    @Test("PG-153 a sound store needs no repair, and a file has none")
    func sound() throws {
        let run = try ToolRun("store", "check", "--repair", url)
        #expect(run.exitCode == 0 && run.output.contains("nothing to repair"), "\(run.output)\(run.errors)")
        let folder = try TemporaryFolder()
        let file = folder.file("Other.sqlite")
        _ = try Stack(at: file, CopySample.model())
        let refused = try ToolRun("store", "check", "--repair", file.path)
        #expect(
            refused.exitCode == 2 && refused.errors.contains("for stores on servers"), "\(refused.errors)")
    }

    @Test("PG-142 PG-153 missing and invalid objects, derived values and sequences are told and repaired")
    func repairs() throws {
        let before = try content()
        try SharedServer.run(
            "DO $$ BEGIN SET LOCAL session_replication_role = replica; "
                + "UPDATE \(place).person SET book_count = 99, folded = 'no'; END $$",
            "DROP INDEX \(place).book_owner_id",
            "ALTER TABLE \(place).book DROP CONSTRAINT book_owner_id_fkey",
            "DROP FUNCTION \(place).perdure_length(text)",
            "DROP TRIGGER perdure_book_insert ON \(place).book",
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '\(place).person_unique_email'::regclass",
            "SELECT setval(pg_get_serial_sequence('\(place).team', 'id'), 1, false)")
        let found = try ToolRun("store", "check", url)
        #expect(found.exitCode == 1)
        let run = try ToolRun("store", "check", "--repair", url)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.output)\(run.errors)")
        for line in [
            "book_owner_id: make the missing index", "book_owner_id_fkey: make the missing constraint",
            "perdure_length: make the missing function", "perdure_book_insert: make the missing trigger",
            "person_unique_email: make the index valid", "team: let the sequence of keys go on behind row",
            "bookCount is not what it is derived from: compute all derived values",
        ] {
            #expect(run.output.contains(line), "\(line): \(run.output)")
        }
        #expect(run.output.hasSuffix("sound, 9 objects of 4 entities read\n"))
        #expect(try content() == before)
        let stack = try Stack(at: namespace.url, CopySample.model())
        try stack.context().performAndWait {
            let context = stack.context()
            context.insert("Team", ["name": "new"])
            try context.save()
        }
    }

    @Test("PG-153 what rows forbid is told and left, and the rest is repaired; tables are never made")
    func refused() throws {
        try SharedServer.run(
            "ALTER TABLE \(place).book DROP CONSTRAINT book_owner_id_fkey",
            "DROP INDEX \(place).book_owner_id",
            "UPDATE \(place).book SET owner_id = 999999 WHERE id = (SELECT min(id) FROM \(place).book)")
        let run = try ToolRun("store", "check", "--repair", url)
        #expect(run.exitCode == 1, "\(run.output)")
        #expect(run.errors.contains("not repaired: book_owner_id_fkey"), "\(run.errors)")
        #expect(
            !run.output.contains("error: book_owner_id:")
                && run.output.contains("book_owner_id_fkey: the constraint is missing"))
        try SharedServer.run("ALTER TABLE \(place).team DROP COLUMN name")
        let lost = try ToolRun("store", "check", "--repair", url)
        #expect(lost.exitCode != 0 && lost.errors.contains("bring back a backup"), "\(lost.errors)")
    }

    @Test("PG-153 numbers of former entities are no missing objects")
    func formerEntities() throws {
        try SharedServer.run("INSERT INTO \(place).perdure_objects VALUES ('former_entity', '9 Gone')")
        #expect(try ToolRun("store", "check", url).exitCode == 0)
    }
}
#endif
