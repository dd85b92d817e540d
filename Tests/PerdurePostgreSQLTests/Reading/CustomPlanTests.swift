// SPDX-License-Identifier: Apache-2.0
// Fetches that are planned for their values: the server keeps no statement of theirs, and so no way for all values.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: plans for values", .enabled(if: TestStores.isThere, TestStores.advice))
struct CustomPlanTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try Stack(
            .postgreSQL,
            NSManagedObjectModel(
                EntitySketch("City", .attribute("name"), .attribute("rank", .integer64AttributeType))),
            options: [NSPersistentStoreConnectionPoolMaxSizeKey: 1])
        context = stack.context()
        try context.performAndWait {
            for rank in 1...5 { context.insert("City", ["name": "c\(rank)", "rank": rank]) }
            try context.save()
        }
    }

    /// The names of the cities above a rank, fetched in one of all forms.
    private func fetch(above rank: Int, usesCustomPlan: Bool) throws -> [String] {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "City")
            request.predicate = NSPredicate(format: "rank > %d", rank)
            request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
            request.usesCustomPlan = usesCustomPlan
            #expect(try context.count(for: request) == 5 - rank)
            return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
        }
    }

    /// How many statements with such a condition the only connection has prepared.
    private func prepared() throws -> Int64? {
        var found: PostgreSQLValue?
        try context.performAndWait {
            try context.save(inTransactionOf: stack.store) { transaction in
                found = try transaction.run(
                    "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%FROM%city%rank%>%'"
                ).values.first?.first
            }
        }
        guard case .integer(let count)? = found else { return nil }
        return count
    }

    @Test("PG-106 a fetch with its own plan prepares nothing, and finds what others find")
    func unprepared() throws {
        for rank in 0..<3 {
            #expect(try fetch(above: rank, usesCustomPlan: true) == (rank + 1...5).map { "c\($0)" })
        }
        #expect(try prepared() == 0)
        #expect(try fetch(above: 3, usesCustomPlan: false) == ["c4", "c5"])
        #expect(try prepared() == 2)
    }

    @Test("PG-106 the option is off unless set, and goes with copies and archives")
    func travels() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "City")
        #expect(!request.usesCustomPlan)
        request.usesCustomPlan = true
        let copy = try #require(request.copy() as? NSFetchRequest<NSManagedObject>)
        #expect(copy.usesCustomPlan)
        let read = try NSFetchRequest<NSManagedObject>(archivedData: try request.archivedData())
        #expect(read.usesCustomPlan)
    }
}
#endif
