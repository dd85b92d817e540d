// SPDX-License-Identifier: Apache-2.0
// Saves of one coordinator on a server: those of different objects do not wait for each other, those of one object do.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLClient
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: saves side by side", .enabled(if: TestStores.isThere, TestStores.advice))
struct SideBySideSaveTests {
    private let stack: Stack
    private let ada: NSManagedObjectID
    private let bob: NSManagedObjectID
    /// Another program, which holds Ada's row.
    private let holder: PlainWriter

    init() throws {
        let stack = try Stack(.postgreSQL)
        let context = stack.context()
        (ada, bob) = try context.performAndWait {
            let people = ["Ada", "Bob"].map { context.insert("Person", ["firstName": $0]) }
            try context.save()
            return (people[0].objectID, people[1].objectID)
        }
        holder = try PlainWriter(try #require(stack.namespaceName))
        try holder.run("BEGIN")
        try holder.run("SELECT id FROM person WHERE first_name = 'Ada' FOR UPDATE")
        self.stack = stack
    }

    /// What several saves did, on any threads.
    private final class Outcome: @unchecked Sendable {
        // Sendable because the list is touched under the lock only.
        private let lock = NSLock()
        private var list: [String] = []
        var sorted: [String] { lock.withLock { list.sorted() } }
        func add(_ text: String) { lock.withLock { list.append(text) } }
    }

    /// Gives a person a name, and saves.
    private static func rename(_ id: NSManagedObjectID, _ name: String, _ context: NSManagedObjectContext)
        throws
    {
        try context.performAndWait {
            try context.existingObject(with: id).setValue(name, forKey: "firstName")
            try context.save()
        }
    }

    /// What another program reads.
    private func stored() throws -> [String] {
        try SharedServer.run(
            "SELECT first_name FROM \(stack.namespaceName ?? "").person ORDER BY id")
    }

    /// What a new context of the coordinator reads, from the row cache where that has the row.
    private func shown(_ id: NSManagedObjectID) throws -> String? {
        let context = stack.context()
        return try context.performAndWait {
            try context.existingObject(with: id).value(forKey: "firstName") as? String
        }
    }

    @Test("PG-87 a save ends while another one of the same coordinator waits for somebody's row")
    func differentObjects() throws {
        let (ada, context) = (ada, stack.context())
        let waiting = Background { try Self.rename(ada, "Ada 2", context) }
        #expect(try holder.isWaitedFor())
        try Self.rename(bob, "Bob 2", stack.context())
        #expect(try holder.waiters() == 1)
        #expect(try stored() == ["Ada", "Bob 2"])
        try holder.run("COMMIT")
        try waiting.wait()
        #expect(try stored() == ["Ada 2", "Bob 2"])
        #expect(try shown(ada) == "Ada 2" && shown(bob) == "Bob 2")
    }

    @Test("PG-87 objects are inserted and deleted while another save waits")
    func insertionsAndDeletions() throws {
        let (ada, context) = (ada, stack.context())
        let waiting = Background { try Self.rename(ada, "Ada 2", context) }
        #expect(try holder.isWaitedFor())
        let writer = stack.context()
        try writer.performAndWait {
            writer.insert("Person", ["firstName": "Cy"])
            writer.delete(try writer.existingObject(with: bob))
            try writer.save()
        }
        #expect(try holder.waiters() == 1)
        #expect(try stored() == ["Ada", "Cy"])
        try holder.run("COMMIT")
        try waiting.wait()
        #expect(try stored() == ["Ada 2", "Cy"])
    }

    @Test(
        "PG-87 of two saves of one object one is stored, the other meets a conflict, and the cache has the first"
    )
    func oneObject() throws {
        let outcome = Outcome()
        let contexts = try ["first", "second"].map { name in
            let context = stack.context()
            try context.performAndWait {
                try context.existingObject(with: ada).setValue(name, forKey: "firstName")
            }
            return context
        }
        let saves = contexts.map { context in
            Background {
                do {
                    try context.performAndWait { try context.save() }
                    outcome.add("saved")
                } catch { outcome.add("\((error as NSError).code)") }
            }
        }
        #expect(try holder.isWaitedFor())
        try holder.run("COMMIT")
        for save in saves { try save.wait() }
        #expect(outcome.sorted == ["133020", "saved"])
        let name = try #require(try stored().first)
        #expect(["first", "second"].contains(name))
        #expect(try shown(ada) == name)
        #expect(try stack.versionSum(of: "Person") == 3)
    }

    @Test("PG-87 a save that waited for a row which was changed meets a conflict; the other save stays")
    func changedMeanwhile() throws {
        let (ada, context) = (ada, stack.context())
        let outcome = Outcome()
        let waiting = Background {
            do { try Self.rename(ada, "Ada 2", context) } catch { outcome.add("\((error as NSError).code)") }
        }
        #expect(try holder.isWaitedFor())
        try Self.rename(bob, "Bob 2", stack.context())
        try holder.run(
            "UPDATE person SET first_name = 'theirs', version = version + 1 WHERE first_name = 'Ada'")
        try holder.run("COMMIT")
        try waiting.wait()
        #expect(outcome.sorted == ["133020"])
        #expect(try stored() == ["theirs", "Bob 2"])
    }
}
#endif
