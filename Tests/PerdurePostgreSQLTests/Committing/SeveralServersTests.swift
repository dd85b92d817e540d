// SPDX-License-Identifier: Apache-2.0
// One save in two stores on a server: prepared in the order of their URLs, then committed in the order in which they were added.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: one save in several stores", .enabled(if: TestStores.isThere, TestStores.advice))
struct SeveralServersTests {
    /// Whether somebody has the row of an entity locked.
    private func isLocked(_ entity: String, _ stores: TwoServerStores) throws -> Bool {
        do {
            try SharedServer.run("SELECT name FROM \(stores.table(entity)) FOR UPDATE NOWAIT")
            return false
        } catch PostgreSQLError.server(let report, _, _) where report.state == "55P03" { return true }
    }

    @Test(
        "PG-98 stores are prepared in the order of their URLs, in whatever order they were added",
        arguments: [false, true], ["A", "B"])
    func order(_ isReversed: Bool, _ held: String) throws {
        let stores = try TwoServerStores(isReversed: isReversed)
        let context = stores.context()
        let ids = try context.performAndWait { try stores.fill(context).map(\.objectID) }
        let holder = try stores.writer(held)
        try holder.run("BEGIN")
        try holder.run("SELECT id FROM \(held.lowercased()) FOR UPDATE")
        let saving = Background { try TwoServerStores.rename(ids, "new", context) }
        #expect(try holder.isWaitedFor())
        // A's store is the first one: while the save waits there, it has written nothing in B's.
        #expect(try isLocked(held == "A" ? "B" : "A", stores) == (held == "B"))
        #expect(try stores.stored("A") == ["a 1"] && stores.stored("B") == ["b 1"])
        try holder.run("COMMIT")
        try saving.wait()
        #expect(try stores.stored("A") == ["new 2"] && stores.stored("B") == ["new 2"])
    }

    @Test("PG-98 SAV-112 a store that refuses a value leaves the other as it was", arguments: ["A", "B"])
    func refusal(_ entity: String) throws {
        let stores = try TwoServerStores()
        let context = stores.context()
        try context.performAndWait {
            let objects = try stores.fill(context)
            try SharedServer.run(
                "ALTER TABLE \(stores.table(entity)) ADD CONSTRAINT short CHECK (length(name) < 5)")
            for object in objects { object.setValue("too long", forKey: "name") }
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 1550)
            #expect(error?.userInfo[PostgreSQLErrorKey] as? String == "23514")
            #expect(error?.userInfo[PostgreSQLTableKey] as? String == entity.lowercased())
            #expect(try stores.stored("A") == ["a 1"] && stores.stored("B") == ["b 1"])
            #expect(context.updatedObjects == Set(objects))
            for object in objects { object.setValue("ok", forKey: "name") }
            try context.save()
            #expect(try stores.stored("A") == ["ok 2"] && stores.stored("B") == ["ok 2"])
        }
    }

    @Test("PG-98 SAV-43 conflicts of both stores are reported at once, and nothing is written")
    func conflicts() throws {
        let stores = try TwoServerStores()
        let (mine, theirs) = (stores.context(), try TwoServerStores(stores).context())
        try mine.performAndWait {
            let objects = try stores.fill(mine)
            let third = mine.insert("A", ["name": "free"])
            try mine.save()
            try theirs.performAndWait {
                for entity in ["A", "B"] {
                    try theirs.all(entity, "name != 'free'").first?.setValue("theirs", forKey: "name")
                }
                try theirs.save()
            }
            for object in objects + [third] { object.setValue("mine", forKey: "name") }
            let error = #expect(throws: (any Error).self) { try mine.save() } as NSError?
            let list = error?.userInfo["conflictList"] as? [NSMergeConflict] ?? []
            #expect(error?.code == 133020 && Set(list.map(\.sourceObject)) == Set(objects))
            #expect(try stores.stored("A") == ["theirs 2", "free 1"] && stores.stored("B") == ["theirs 2"])
            mine.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try mine.save()
            #expect(try stores.stored("A") == ["mine 3", "mine 2"] && stores.stored("B") == ["mine 3"])
        }
    }

    /// Lets the commits of an entity's store fail, by a history that takes no transaction.
    private func refuseCommits(_ entity: String, _ stores: TwoServerStores) throws {
        let place = stores.namespaces[entity == "A" ? 0 : 1].name
        try SharedServer.run(
            "CREATE FUNCTION \(place).refuse() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN RAISE EXCEPTION ''no commit today''; END'",
            "CREATE TRIGGER refuse BEFORE INSERT ON \(place).perdure_history EXECUTE FUNCTION \(place).refuse()"
        )
    }

    private func allowCommits(_ entity: String, _ stores: TwoServerStores) throws {
        let place = stores.namespaces[entity == "A" ? 0 : 1].name
        try SharedServer.run("DROP FUNCTION \(place).refuse() CASCADE")
    }

    @Test(
        "PG-98 SAV-111 a later store whose commit fails is 134040, and the next save writes the rest alone",
        arguments: [false, true])
    func laterCommitFails(_ isReversed: Bool) throws {
        let stores = try TwoServerStores(isReversed: isReversed, tracksHistory: true)
        let (first, later) = isReversed ? ("B", "A") : ("A", "B")
        let context = stores.context()
        try context.performAndWait {
            let objects = try stores.fill(context)
            for object in objects { object.setValue("new", forKey: "name") }
            try refuseCommits(later, stores)
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 134040)
            let store = isReversed ? stores.a : stores.b
            #expect(error?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [store])
            let object = objects[isReversed ? 0 : 1]
            #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [object])
            #expect(try stores.stored(first) == ["new 2"])
            #expect(try stores.stored(later) == ["\(later.lowercased()) 1"])
            #expect(context.updatedObjects == [object])
            try allowCommits(later, stores)
            try context.save()
            #expect(try stores.stored(first) == ["new 2"] && stores.stored(later) == ["new 2"])
            #expect(!context.hasChanges)
        }
    }

    @Test(
        "PG-98 SAV-112 a first store whose commit fails leaves both as they were", arguments: [false, true])
    func firstCommitFails(_ isReversed: Bool) throws {
        let stores = try TwoServerStores(isReversed: isReversed, tracksHistory: true)
        let context = stores.context()
        try context.performAndWait {
            let objects = try stores.fill(context)
            for object in objects { object.setValue("new", forKey: "name") }
            try refuseCommits(isReversed ? "B" : "A", stores)
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 134180)
            #expect(try stores.stored("A") == ["a 1"] && stores.stored("B") == ["b 1"])
            #expect(context.updatedObjects == Set(objects))
            try allowCommits(isReversed ? "B" : "A", stores)
            try context.save()
            #expect(try stores.stored("A") == ["new 2"] && stores.stored("B") == ["new 2"])
        }
    }

    @Test("PG-98 coordinators that added the stores in another order do not block each other")
    func lockOrder() throws {
        let stores = try TwoServerStores()
        let others = try TwoServerStores(stores, isReversed: true)
        let filler = stores.context()
        try filler.performAndWait { _ = try stores.fill(filler) }
        let rounds = 25
        let errors = ThreadErrors()
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            let context = (worker == 0 ? stores : others).context()
            errors.catching {
                for round in 0..<rounds { try Self.renameAll("\(worker) \(round)", context) }
            }
        }
        #expect(errors.list.isEmpty)
        let (a, b) = (try stores.stored("A"), try stores.stored("B"))
        // Both stores took all saves, in one order.
        #expect(a == b && a.first?.hasSuffix(" \(1 + 2 * rounds)") == true)
    }

    /// Gives all objects a name; what others saved meanwhile is read, and overwritten.
    private static func renameAll(_ name: String, _ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            while true {
                context.reset()
                for entity in ["A", "B"] {
                    for object in try context.all(entity) { object.setValue(name, forKey: "name") }
                }
                do { return try context.save() } catch CocoaError.managedObjectMerge {}
            }
        }
    }
}
#endif
