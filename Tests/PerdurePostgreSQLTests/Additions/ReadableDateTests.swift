// SPDX-License-Identifier: Apache-2.0
// Columns of dates that people can read, beside those of seconds (PG-36).

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: readable dates", .enabled(if: TestStores.isThere, TestStores.advice))
struct ReadableDateTests {
    private let namespace: ServerNamespace
    private static var readable: [AnyHashable: Any] { ["PerdurePostgreSQLDates": "readable"] }

    init() throws { namespace = try ServerNamespace() }

    private func model(_ name: String = "created", _ more: PropertySketch...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Note", properties: [.attribute("text"), .attribute(name, .dateAttributeType)] + more))
        if name != "created" {
            model.entitiesByName["Note"]?.attributesByName[name]?.renamingIdentifier = "created"
        }
        return model
    }

    private func open(_ model: NSManagedObjectModel, _ options: [AnyHashable: Any] = [:]) throws -> Stack {
        try Stack(
            at: namespace.url, model,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ].merging(options) { $1 })
    }

    private func insert(_ stack: Stack, _ values: [String: Any]...) throws {
        let context = stack.context()
        try context.performAndWait {
            for value in values { context.insert("Note", value) }
            try context.save()
        }
    }

    private func texts(_ column: String) throws -> [String] {
        let writer = try PlainWriter(namespace.name)
        try writer.run("SET TimeZone = 'UTC'")
        return try writer.texts("SELECT coalesce(\(column)::text, 'none') FROM note ORDER BY text")
    }

    private func columns() throws -> [String] {
        try PlainWriter(namespace.name).texts(
            "SELECT attname::text FROM pg_attribute WHERE attrelid = 'note'::regclass AND attnum > 0 AND NOT attisdropped "
                + "AND attgenerated <> '' ORDER BY 1")
    }

    @Test(
        "PG-36 a new store has a readable column beside each of dates, and dates come back to the last digit")
    func created() throws {
        let stack = try open(model(), Self.readable)
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_789)
        try insert(
            stack, ["text": "a", "created": date], ["text": "b"],
            ["text": "c", "created": Date.distantFuture],
            ["text": "d", "created": Date(timeIntervalSinceReferenceDate: 1e18)])
        #expect(
            try texts("created_at") == [
                "2023-03-08 20:26:40.123457+00", "none", "4001-01-01 00:00:00+00", "none",
            ])
        let context = stack.context()
        let found = try context.performAndWait {
            try context.all("Note", by: "text").map { $0.value(forKey: "created") as? Date }
        }
        #expect(found[0] == date && found[3]?.timeIntervalSinceReferenceDate == 1e18)
    }

    @Test("PG-36 a store has none unless it is asked for when it is made")
    func plain() throws {
        let stack = try open(model())
        try insert(stack, ["text": "a", "created": Date()])
        #expect(try columns().isEmpty)
        let again = try open(model(), Self.readable)
        #expect(try columns().isEmpty)
        withExtendedLifetime(again) {}
    }

    @Test("PG-36 elements of composites have one, and a name that is taken is left alone")
    func names() throws {
        let moment = NSAttributeDescription()
        (moment.name, moment.attributeType) = ("start", .dateAttributeType)
        let composite = NSCompositeAttributeDescription()
        composite.name = "span"
        composite.elements = [moment]
        let model = model("created", .attribute("createdAt"))
        model.entitiesByName["Note"]?.properties.append(composite)
        let stack = try open(model, Self.readable)
        try insert(
            stack,
            [
                "text": "a", "createdAt": "somewhere", "created": Date(timeIntervalSinceReferenceDate: 0),
                "span": ["start": Date(timeIntervalSinceReferenceDate: 60)],
            ])
        #expect(try columns() == ["created_at_2", "span_start_at"])
        #expect(try texts("created_at") == ["somewhere"])
        #expect(try texts("span_start_at") == ["2001-01-01 00:01:00+00"])
    }

    @Test("PG-36 PG-135 a migration renames, makes and removes them with their columns")
    func migrated() throws {
        let first = try open(model("created", .attribute("gone", .dateAttributeType)), Self.readable)
        try insert(first, ["text": "a", "created": Date(timeIntervalSinceReferenceDate: 0), "gone": Date()])
        #expect(try columns() == ["created_at", "gone_at"])
        try first.coordinator.remove(first.store)
        let second = try open(model("made", .attribute("read", .dateAttributeType)))
        #expect(try columns() == ["made_at", "read_at"])
        #expect(try texts("made_at") == ["2001-01-01 00:00:00+00"])
        try insert(second, ["text": "b", "read": Date(timeIntervalSinceReferenceDate: 1)])
        #expect(try texts("read_at") == ["none", "2001-01-01 00:00:01+00"])
    }

    @Test("PG-36 PG-12 a copy of a store has them too, and nothing stays of a store that is destroyed")
    func copied() throws {
        let stack = try open(model(), Self.readable)
        try insert(stack, ["text": "a", "created": Date(timeIntervalSinceReferenceDate: 0)])
        let copy = try ServerNamespace()
        try stack.coordinator.replacePersistentStore(
            at: copy.url, withPersistentStoreFrom: namespace.url, type: .postgreSQL)
        let writer = try PlainWriter(copy.name)
        try writer.run("SET TimeZone = 'UTC'")
        #expect(try writer.texts("SELECT created_at::text FROM note") == ["2001-01-01 00:00:00+00"])
        try stack.coordinator.destroyPersistentStore(at: copy.url, type: .postgreSQL)
        #expect(try writer.value("SELECT to_regclass('note') IS NULL") == .bool(true))
    }
}
#endif
