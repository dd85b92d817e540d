// SPDX-License-Identifier: Apache-2.0
// The store type "PostgreSQL" as programs see it: adding, containers, options, metadata, destroying.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

/// Holds the lock that every process holds while it has a store open.
private struct OpenedElsewhere {
    private let connection: ServerConnection

    init(_ namespace: String) throws {
        connection = try ConnectionMaker(TestStores.client()).connect(until: Deadline(after: 20))
        try connection.run(
            ServerRequest(
                "SELECT pg_advisory_lock_shared(hashtextextended($1, 0))",
                [.text("perdure:open:\(namespace)")]),
            until: Deadline(after: 20))
    }

    func close() { connection.close() }
}

@Suite("PostgreSQL: the store type", .enabled(if: TestStores.isThere, TestStores.advice))
struct StoreTypeTests {
    private func coordinator() -> NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.scenarios())
    }

    @Test("PG-1 a store of the type PostgreSQL is added, keeps objects, and is opened again")
    func roundTrip() throws {
        #expect(NSPersistentStore.StoreType.postgreSQL.rawValue == "PostgreSQL")
        let namespace = try ServerNamespace()
        let entity = try fill(namespace, ["Ada", "Zoë"])
        let again = coordinator()
        _ = try again.addPersistentStore(type: .postgreSQL, at: namespace.url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = again
        let names = try context.performAndWait {
            try context.all(entity, by: "firstName").map { $0.value(forKey: "firstName") as? String }
        }
        #expect(names == ["Ada", "Zoë"])
    }

    /// Saves people; returns their entity's name.
    @discardableResult
    private func fill(_ namespace: ServerNamespace, _ names: [String]) throws -> String {
        let stack = try Stack(at: namespace.url)
        let context = stack.context()
        try context.performAndWait {
            for name in names { context.insert("Person", ["firstName": name]) }
            try context.save()
        }
        return "Person"
    }

    @Test("PG-1 a URL that is no server's is an invalid argument")
    func otherURL() throws {
        #expect(throws: CoreDataException.self) {
            try coordinator().addPersistentStore(
                type: .postgreSQL, at: URL(fileURLWithPath: "/tmp/a.sqlite"))
        }
    }

    @Test("PG-3 a description takes several hosts with ports")
    func severalHosts() throws {
        let description = try NSPersistentStoreDescription(postgreSQL: "postgresql://h1:5432,h2:5433/db")
        #expect(description.type == PostgreSQLStoreType)
        #expect(description.url?.absoluteString == "postgresql:///db?host=h1,h2&port=5432,5433")
    }

    @Test("PG-5 the same store under another spelling of its URL is open already")
    func twice() throws {
        let namespace = try ServerNamespace()
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(type: .postgreSQL, at: namespace.url)
        let other = try #require(URL(string: namespace.url.absoluteString + "&password=canary-77"))
        #expect(coordinator.persistentStore(for: other) === store)
        let error = try #require(throws: NSError.self) {
            try coordinator.addPersistentStore(type: .postgreSQL, at: other)
        }
        #expect(error.code == NSPersistentStoreOpenError)
        #expect(!"\(error) \(error.userInfo)".contains("canary-77"))
    }

    @Test("PG-5 the URLs of stores and loaded descriptions have no password")
    func urls() throws {
        let namespace = try ServerNamespace()
        let text = namespace.url.absoluteString + "&password=canary-78"
        let description = try NSPersistentStoreDescription(postgreSQL: text)
        let container = NSPersistentContainer(name: "None", managedObjectModel: FixtureModel.scenarios())
        container.persistentStoreDescriptions = [description]
        var problem: (any Error)?
        container.loadPersistentStores { problem = $1 }
        #expect(problem == nil)
        let store = try #require(container.persistentStoreCoordinator.persistentStores.first)
        #expect(store.url?.absoluteString.contains("canary-78") == false)
        #expect(description.url == store.url)
        var dumped = ""
        dump(description, to: &dumped)
        #expect(!dumped.contains("canary-78"))
        #expect(!"\(description) \(store)".contains("canary-78"))
        // The description can load the store again.
        try container.persistentStoreCoordinator.remove(store)
        container.loadPersistentStores { problem = $1 }
        #expect(problem == nil)
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
    }

    @Test("PG-10 a description's options are its struct's, and come back")
    func options() throws {
        let description = try NSPersistentStoreDescription(postgreSQL: "postgresql:///db")
        #expect(description.postgreSQL.schema == nil)
        description.postgreSQL.schema = "library"
        description.postgreSQL.keyBlock = 128
        description.postgreSQL.settings = ["app.tenant": "7"]
        description.postgreSQL.password = { "canary-79" }
        #expect(description.options["PerdurePostgreSQLSchema"] as? String == "library")
        #expect((description.options["PerdurePostgreSQLKeyBlock"] as? NSNumber)?.intValue == 128)
        let read = description.postgreSQL
        #expect(read.schema == "library" && read.keyBlock == 128 && read.settings == ["app.tenant": "7"])
        #expect(try read.password?() == "canary-79")
        var dumped = ""
        dump(read, to: &dumped)
        dump(description.options, to: &dumped)
        #expect(!dumped.contains("canary-79"))
        description.postgreSQL.schema = nil
        #expect(description.options["PerdurePostgreSQLSchema"] == nil)
    }

    @Test(
        "PG-10 unknown options and impossible values are 134080 that name the option",
        arguments: [
            ("PerdurePostgreSQLSchem", "x"), ("PerdurePostgreSQLSchemaCreation", "sometimes"),
            ("PerdurePostgreSQLKeyBlock", "many"), ("PerdurePostgreSQLTLS", "a-bit"),
        ])
    func wrongOptions(key: String, value: String) throws {
        let namespace = try ServerNamespace()
        let error = try #require(throws: NSError.self) {
            try coordinator().addPersistentStore(
                type: .postgreSQL, at: namespace.url, options: [key: value])
        }
        #expect(error.code == NSPersistentStoreOpenError)
        #expect(error.localizedDescription.contains("\"\(key)\""))
    }

    @Test("PG-10 the option of the namespace comes before the URL's parameter")
    func namespaceOption() throws {
        let (named, chosen) = (try ServerNamespace(), try ServerNamespace())
        _ = try coordinator().addPersistentStore(
            type: .postgreSQL, at: named.url, options: ["PerdurePostgreSQLSchema": chosen.name])
        let found = try SharedServer.run(
            "SELECT nspname::text FROM pg_namespace WHERE nspname IN ('\(named.name)', '\(chosen.name)')")
        #expect(found == [chosen.name])
    }

    @Test("PG-11 PG-62 metadata, hashes and the model lie in the namespace")
    func contents() throws {
        let namespace = try ServerNamespace()
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(type: .postgreSQL, at: namespace.url)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .postgreSQL, at: namespace.url)
        #expect(metadata[NSStoreTypeKey] as? String == "PostgreSQL")
        #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        #expect(hashes == coordinator.managedObjectModel.entityVersionHashesByName)
        let model = try #require(
            try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: namespace.url))
        #expect(model.entityVersionHashesByName == hashes)
        let named = try SharedServer.run(
            "SELECT name FROM \(namespace.name).perdure_entities WHERE version_hash IS NOT NULL")
        #expect(named.count == hashes?.count)
    }

    @Test("PG-11 a namespace without a store is 134020 when none is to be made, 259 when reading alone")
    func nothingThere() throws {
        let namespace = try ServerNamespace()
        func code(_ options: [AnyHashable: Any]) -> Int? {
            do {
                _ = try coordinator().addPersistentStore(
                    type: .postgreSQL, at: namespace.url, options: options)
                return nil
            } catch { return (error as NSError).code }
        }
        #expect(
            code(["PerdurePostgreSQLSchemaCreation": "never"]) == NSPersistentStoreIncompatibleSchemaError)
        #expect(code([NSReadOnlyPersistentStoreOption: true]) == NSFileReadCorruptFileError)
        #expect(
            try SharedServer.run("SELECT 1 FROM pg_namespace WHERE nspname = '\(namespace.name)'").isEmpty)
    }

    @Test("PG-12 metadata are set in a store that is not open")
    func setMetadata() throws {
        let namespace = try ServerNamespace()
        try fill(namespace, ["Ada"])
        try NSPersistentStoreCoordinator.setMetadata(
            ["owner": "Zoë"], type: .postgreSQL, at: namespace.url)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .postgreSQL, at: namespace.url)
        #expect(metadata["owner"] as? String == "Zoë")
        #expect(metadata[NSStoreUUIDKey] is String)
    }

    @Test("PG-12 another version of the model is 134100, and the store stays")
    func otherVersion() throws {
        let namespace = try ServerNamespace()
        try fill(namespace, ["Ada"])
        let other = NSPersistentStoreCoordinator(managedObjectModel: ConflictModel.departments())
        let error = try #require(throws: NSError.self) {
            try other.addPersistentStore(type: .postgreSQL, at: namespace.url)
        }
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
        try fill(namespace, ["Zoë"])
    }

    @Test("PG-12 a store that another process has open is not destroyed, unless that is forced")
    func openElsewhere() throws {
        let namespace = try ServerNamespace()
        try fill(namespace, ["Ada"])
        let other = try OpenedElsewhere(namespace.name)
        let coordinator = coordinator()
        let error = try #require(throws: NSError.self) {
            try coordinator.destroyPersistentStore(at: namespace.url, type: .postgreSQL)
        }
        #expect(error.code == NSPersistentStoreOpenError)
        #expect(error.localizedDescription.contains("another process has it open"))
        try fill(namespace, ["Zoë"])
        try coordinator.destroyPersistentStore(
            at: namespace.url, type: .postgreSQL, options: [NSPersistentStoreForceDestroyOption: true])
        #expect(
            try SharedServer.run(
                "SELECT 1 FROM pg_class WHERE relnamespace = '\(namespace.name)'::regnamespace"
            ).isEmpty)
        other.close()
    }

    @Test("PG-12 destroying drops what is the store's, and nothing else of the namespace")
    func destroying() throws {
        let namespace = try ServerNamespace()
        try fill(namespace, ["Ada"])
        try SharedServer.run("CREATE TABLE \(namespace.name).theirs (a integer)")
        let coordinator = coordinator()
        try coordinator.destroyPersistentStore(at: namespace.url, type: .postgreSQL)
        let left = try SharedServer.run(
            "SELECT relname::text FROM pg_class WHERE relnamespace = '\(namespace.name)'::regnamespace")
        #expect(left == ["theirs"])
        // Nothing is there any more, and the next store is a new one.
        try coordinator.destroyPersistentStore(at: namespace.url, type: .postgreSQL)
        try fill(namespace, ["Zoë"])
    }

    @Test("PG-12 what others have made of the store's tables keeps it from being destroyed")
    func dependingView() throws {
        let namespace = try ServerNamespace()
        try fill(namespace, ["Ada"])
        let place = namespace.name
        try SharedServer.run("CREATE VIEW \(place).theirs AS SELECT first_name FROM \(place).person")
        let error = try #require(throws: NSError.self) {
            try coordinator().destroyPersistentStore(at: namespace.url, type: .postgreSQL)
        }
        #expect(error.userInfo[PostgreSQLErrorKey] as? String == "2BP01")
        try fill(namespace, ["Zoë"])
    }

    @Test("PG-100 a store that is opened for reading alone is read, and refuses saves with 513")
    func readOnly() throws {
        let namespace = try ServerNamespace()
        try fill(namespace, ["Ada"])
        let stack = try Stack(at: namespace.url, options: [NSReadOnlyPersistentStoreOption: true])
        #expect(stack.store.isReadOnly)
        let context = stack.context()
        try context.performAndWait {
            let person = try #require(try context.all("Person").first)
            #expect(person.value(forKey: "firstName") as? String == "Ada")
            person.setValue("Eve", forKey: "firstName")
            let error = try #require(throws: NSError.self) { try context.save() }
            #expect(error.code == NSFileWriteNoPermissionError)
        }
    }
}
#endif
