// SPDX-License-Identifier: Apache-2.0
// Replacing a store on a server by a copy of another one.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: replacing stores", .enabled(if: TestStores.isThere, TestStores.advice))
struct ReplacingTests {
    private func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Owner", .attribute("name", .stringAttributeType),
                .attribute("image", .binaryDataAttributeType),
                .attribute("amount", .decimalAttributeType), .attribute("since", .dateAttributeType),
                .attribute("code", .UUIDAttributeType),
                .derived("lower", .stringAttributeType, "lowercase:(name)"),
                .derived("count", .integer64AttributeType, "parts.@count"),
                .toMany("parts", "Part", inverse: "owner"), .toMany("friends", "Owner", inverse: "friends")),
            EntitySketch(
                "Part", .attribute("place", .integer16AttributeType),
                .toOne("owner", "Owner", inverse: "parts")))
    }

    private let tracked: [AnyHashable: Any] = ["NSPersistentHistoryTrackingKey": true as NSNumber]

    /// Saves an owner with parts and friends; returns what `content` gives.
    @discardableResult
    private func fill(_ namespace: ServerNamespace, _ names: [String]) throws -> [String] {
        let stack = try Stack(at: namespace.url, model(), options: tracked)
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait {
            let owners = names.map { name in
                let owner = context.insert("Owner", ["name": name, "image": Data([0, 92, 34, 255])])
                owner.setValue(NSDecimalNumber(string: "12345678901234567890.125"), forKey: "amount")
                owner.setValue(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2), forKey: "since")
                owner.setValue(UUID(uuidString: "00000000-0000-4000-8000-00000000000A"), forKey: "code")
                let part = context.insert("Part", ["place": 7])
                part.setValue(owner, forKey: "owner")
                return owner
            }
            owners.first?.setValue(Set(owners.dropFirst()), forKey: "friends")
            try context.save()
        }
        return try content(namespace)
    }

    /// All objects of a store as texts, and how long its history is.
    private func content(_ namespace: ServerNamespace) throws -> [String] {
        let stack = try Stack(at: namespace.url, model(), options: tracked)
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        return try context.performAndWait {
            let owners = try context.all("Owner", by: "name").map { owner in
                let keys = ["name", "image", "amount", "since", "code", "lower", "count"]
                let values = keys.map { "\(owner.value(forKey: $0) ?? "nil")" }
                let friends = (owner.value(forKey: "friends") as? Set<NSManagedObject>)?.count ?? 0
                return (values + ["\(friends)", owner.objectID.uriRepresentation().path]).joined(
                    separator: "|")
            }
            let transactions = try SharedServer.run(
                "SELECT count(*)::text FROM \(namespace.name).perdure_history")
            return owners + transactions
        }
    }

    private func indexes(of namespace: ServerNamespace) throws -> [String] {
        try SharedServer.run(
            "SELECT replace(indexdef, '\(namespace.name)', 'x') FROM pg_indexes WHERE schemaname = '\(namespace.name)' "
                + "ORDER BY 1")
    }

    private func replace(_ destination: ServerNamespace, by source: ServerNamespace) throws {
        try NSPersistentStoreCoordinator(managedObjectModel: model()).replacePersistentStore(
            at: destination.url, destinationOptions: nil, withPersistentStoreFrom: source.url,
            sourceOptions: nil, type: .postgreSQL)
    }

    @Test(
        "PG-12 a replaced store has the source's objects, keys, history and derived values, and goes on from there"
    )
    func replacing() throws {
        let (source, destination) = (try ServerNamespace(), try ServerNamespace())
        let expected = try fill(source, ["Ärger", "Bo", "Cy"])
        try fill(destination, ["Old"])
        try replace(destination, by: source)
        #expect(try content(destination) == expected)
        #expect(try content(source) == expected)
        // New keys, foreign keys and triggers work as in the source.
        let more = try fill(destination, ["New"])
        #expect(more.count == expected.count + 1)
        #expect(more.contains { $0.contains("|new|1|") })
        let (old, new) = (try indexes(of: source), try indexes(of: destination))
        #expect(old == new)
        // What was copied can be destroyed as what was made.
        try NSPersistentStoreCoordinator(managedObjectModel: model()).destroyPersistentStore(
            at: destination.url, type: .postgreSQL)
        let left = try SharedServer.run(
            "SELECT relname::text FROM pg_class WHERE relnamespace = '\(destination.name)'::regnamespace")
        #expect(left.isEmpty)
    }

    @Test("PG-12 PG-154 the URIs that objects had in former stores go with them")
    func formerNames() throws {
        let (source, destination) = (try ServerNamespace(), try ServerNamespace())
        try fill(source, ["Bo"])
        let uri = "x-coredata://4F0C6C0B-6C0E-4A53-9D0B-2F1A5B7E9C11/Owner/p1"
        try SharedServer.run("INSERT INTO \(source.name).perdure_former VALUES ('\(uri)', 'Owner', 1)")
        try replace(destination, by: source)
        let stack = try Stack(at: destination.url, model(), options: tracked)
        defer { withExtendedLifetime(stack) {} }
        let found = stack.coordinator.managedObjectID(forURIRepresentation: try #require(URL(string: uri)))
        let context = stack.context()
        try context.performAndWait {
            let owner = try context.existingObject(with: try #require(found))
            #expect(owner.value(forKey: "name") as? String == "Bo")
        }
    }

    @Test("PG-12 PG-50 the keys of each table go on in the step of the source's table")
    func steps() throws {
        let (source, destination) = (try ServerNamespace(), try ServerNamespace())
        try fill(source, ["Bo"])
        // A program with another block of keys has made the table.
        try SharedServer.run("ALTER SEQUENCE \(source.name).part_id_seq INCREMENT BY 500")
        try fill(source, ["Cy"])
        try replace(destination, by: source)
        func sequences(_ namespace: ServerNamespace) throws -> [String] {
            try SharedServer.run(
                "SELECT sequencename || ' ' || increment_by || ' ' || last_value FROM pg_sequences "
                    + "WHERE schemaname = '\(namespace.name)' AND sequencename IN ('owner_id_seq', 'part_id_seq') ORDER BY 1"
            )
        }
        #expect(try sequences(destination) == sequences(source))
        #expect(try sequences(destination).first { $0.contains("part_id_seq 500 ") } != nil)
        // Keys that two programs are given after the copy do not collide.
        try fill(destination, ["New"])
        try fill(destination, ["Newer"])
        #expect(try content(destination).count == content(source).count + 2)
    }

    @Test("PG-12 an empty namespace becomes a copy")
    func fresh() throws {
        let (source, destination) = (try ServerNamespace(), try ServerNamespace())
        let expected = try fill(source, ["Bo"])
        try replace(destination, by: source)
        #expect(try content(destination) == expected)
    }

    @Test(
        "PG-12 what fails leaves the store as it was: others' views, no source, a store that is open elsewhere"
    )
    func failures() throws {
        let (source, destination) = (try ServerNamespace(), try ServerNamespace())
        try fill(source, ["Bo"])
        let expected = try fill(destination, ["Old"])
        try SharedServer.run(
            "CREATE VIEW \(destination.name).mine AS SELECT name FROM \(destination.name).owner")
        #expect(throws: (any Error).self) { try replace(destination, by: source) }
        #expect(try content(destination) == expected)
        try SharedServer.run("DROP VIEW \(destination.name).mine")
        #expect(throws: (any Error).self) { try replace(destination, by: try ServerNamespace()) }
        #expect(try content(destination) == expected)
        let open = try ConnectionMaker(TestStores.client()).connect(until: Deadline(after: 20))
        try open.run(
            ServerRequest(
                "SELECT pg_advisory_lock_shared(hashtextextended($1, 0))",
                [.text("perdure:open:\(destination.name)")]), until: Deadline(after: 20))
        let error = try #require(throws: NSError.self) { try replace(destination, by: source) }
        #expect(error.code == NSPersistentStoreOpenError)
        open.close()
        #expect(try content(destination) == expected)
    }
}
#endif
