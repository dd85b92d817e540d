// SPDX-License-Identifier: Apache-2.0
// A password goes through failures of all kinds, and is found nowhere (PG-7).

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: no secret is shown", .enabled(if: TestStores.isThere, TestStores.advice))
struct CanaryTests {
    private static let canary = "canary-7f3a"

    /// All that an error can show.
    private func text(_ error: any Error) -> String {
        var all = "\(error) \(error.localizedDescription) \(String(reflecting: error))"
        dump(error, to: &all)
        let error = error as NSError
        for (key, value) in error.userInfo {
            all += "\(key) \(value) \(String(reflecting: value))"
            dump(value, to: &all)
            if let inner = value as? any Error { all += text(inner) }
        }
        return all
    }

    private func failures(_ url: String, _ options: [AnyHashable: Any] = [:]) throws -> String {
        let url = try #require(URL(string: url))
        var options = options
        options[NSPersistentStoreTimeoutOption] = 5
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        var all = "\(coordinator) \(String(reflecting: coordinator))"
        var count = 0
        let calls: [() throws -> Void] = [
            { _ = try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options) },
            {
                _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                    type: .postgreSQL, at: url, options: options)
            },
            {
                try NSPersistentStoreCoordinator.setMetadata(
                    ["a": 1], type: .postgreSQL, at: url, options: options)
            },
            {
                _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url, options: options)
            },
            { try coordinator.destroyPersistentStore(at: url, type: .postgreSQL, options: options) },
            {
                try coordinator.replacePersistentStore(
                    at: url, destinationOptions: options, withPersistentStoreFrom: url,
                    sourceOptions: options, type: .postgreSQL)
            },
        ]
        for call in calls {
            do { try call() } catch {
                count += 1
                all += text(error)
            }
        }
        #expect(count == calls.count, "each call fails")
        return all
    }

    @Test(
        "PG-7 a password of a URL, an option or a parameter is in no error",
        arguments: [
            "postgresql://user:@CANARY@@127.0.0.1:1/db", "postgresql://user:@CANARY@@nowhere.invalid/db",
            "postgresql://user:@CANARY@@127.0.0.1:1/db?sslpassword=@CANARY@",
            "postgresql://user:@CANARY@@127.0.0.1:1/db?unknown=@CANARY@",
            "postgresql://user:@CANARY@@127.0.0.1:1/db?tls=@CANARY@",
            "postgresql://user:@CANARY@@127.0.0.1:99999/db", "postgresql://user:%zz@CANARY@@host/db",
            "postgresql:///db?port=1&password=@CANARY@&host=127.0.0.1",
        ])
    func urls(form: String) throws {
        let url = form.replacingOccurrences(of: "@CANARY@", with: Self.canary)
        // Some are no URLs for Foundation either.
        guard URL(string: url) != nil else { return }
        #expect(!(try failures(url)).contains(Self.canary))
    }

    @Test("PG-7 a password that the option's closure gives is in no error")
    func closure() throws {
        let canary = Self.canary
        let body: @Sendable () throws -> String = { canary }
        let all = try failures(
            "postgresql://user@127.0.0.1:1/db", ["PerdurePostgreSQLPassword": body])
        #expect(!all.contains(canary))
        struct Refusal: Error { let secret: String }
        let thrower: @Sendable () throws -> String = { throw Refusal(secret: canary) }
        let thrown = try failures(
            "postgresql://user@127.0.0.1:1/db", ["PerdurePostgreSQLPassword": thrower])
        #expect(!thrown.contains(canary))
    }

    @Test("PG-7 what a server says of a database or a role that is not there has no password")
    func server() throws {
        let base = try #require(TestStores.url)
        #expect(base.contains("/postgres?"))
        let database = base.replacingOccurrences(of: "/postgres?", with: "/nowhere?")
        #expect(!(try failures(database + "&password=" + Self.canary)).contains(Self.canary))
        let role = base + "&password=" + Self.canary
        let all = try failures(role, ["PerdurePostgreSQLRole": "nobody_at_all"])
        #expect(!all.contains(Self.canary))
        #expect(all.contains("nobody_at_all"))
    }

    @Test("PG-7 a save that fails shows no password")
    func save() throws {
        let namespace = try ServerNamespace()
        let url = try #require(URL(string: namespace.url.absoluteString + "&password=" + Self.canary))
        let stack = try Stack(at: url, FixtureModel.notes())
        try SharedServer.run("DROP TABLE \(namespace.name).note CASCADE")
        let context = stack.context()
        try context.performAndWait {
            context.insert("Note", ["text": "a"])
            let error = try #require(throws: (any Error).self) { try context.save() }
            #expect(!text(error).contains(Self.canary))
            let fetched = try #require(throws: (any Error).self) { try context.all("Note") }
            #expect(!text(fetched).contains(Self.canary))
        }
    }
}
#endif
