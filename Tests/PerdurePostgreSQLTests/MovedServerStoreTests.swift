// SPDX-License-Identifier: Apache-2.0
// Stores of many objects that migratePersistentStore copies to a server.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: moved stores", .enabled(if: TestStores.isThere, TestStores.advice))
struct MovedServerStoreTests {
    /// Books come before publishers, by name.
    private func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Book", .attribute("title"), .toOne("publisher", "Publisher", inverse: "books"),
                .toOne("sequel", "Book", inverse: "former"), .toOne("former", "Book", inverse: "sequel")),
            EntitySketch("Publisher", .attribute("name"), .toMany("books", "Book", inverse: "publisher")))
    }

    @Test("PG-12 STO-100 objects may lead to any others of a store that is moved; one transaction writes all")
    func references() throws {
        let namespace = try ServerNamespace()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        let memory = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let publisher = context.insert("Publisher", ["name": "P"])
            let books = (0..<3_000).map {
                context.insert("Book", ["title": "\($0)", "publisher": publisher])
            }
            books.first?.setValue(books.last, forKey: "sequel")
            try context.save()
        }
        try coordinator.migratePersistentStore(
            memory, to: namespace.url, options: [NSPersistentHistoryTrackingKey: true],
            withType: PostgreSQLStoreType)
        try context.performAndWait {
            context.reset()
            let publisher = try context.all("Publisher").first
            #expect((publisher?.value(forKey: "books") as? NSSet)?.count == 3_000)
            let book = try context.all("Book", "title == '0'").first
            let sequel = book?.value(forKey: "sequel") as? NSManagedObject
            #expect(sequel?.value(forKey: "title") as? String == "2999")
        }
        #expect(
            try SharedServer.run("SELECT count(*)::text FROM \(namespace.name).perdure_history") == ["1"])
    }
}
#endif
