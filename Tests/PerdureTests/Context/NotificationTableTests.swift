// SPDX-License-Identifier: Apache-2.0
// The table of what a context posts for each operation, with the very objects, and what handlers may do.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Notifications, operation by operation")
struct NotificationTableTests {
    /// Things with names, so that sets of objects can be written down.
    private final class Cast {
        let life: Life
        let log: SetLog
        var names: [ObjectIdentifier: String] = [:]
        var thing: TracedObject { things["o"]! }  // Made in init.
        private var things: [String: TracedObject] = [:]

        init(_ kind: Stack.Kind) throws {
            life = try Life(kind)
            log = SetLog(life.a)
            for name in ["o", "d", "partner"] { things[name] = try life.saved(["p": 1]) }
            for (name, thing) in things { names[ObjectIdentifier(thing)] = name }
            things["d"]?.set(things["partner"], "owner")
            try life.a.save()
            _ = log.take()
        }

        subscript(name: String) -> TracedObject { things[name]! }  // Made in init or by insert.

        func insert(_ name: String) {
            let made = life.a.insert("Thing") as? TracedObject
            things[name] = made
            if let made { names[ObjectIdentifier(made)] = name }
        }

        /// What was posted since the last call: "inserted:n updated:o,p".
        func posts() -> [String] {
            life.a.processPendingChanges()
            return log.take().map { groups in
                groups.map { key, objects in
                    "\(key):"
                        + objects.map { names[ObjectIdentifier($0)] ?? "?" }.sorted().joined(separator: ",")
                }.sorted().joined(separator: " ")
            }
        }
    }

    @Test("CTX-200 CTX-201 CTX-33 CTX-34 insertions, changes and deletions", arguments: Stack.Kind.allCases)
    func changes(kind: Stack.Kind) throws {
        let cast = try Cast(kind)
        cast.insert("n")
        #expect(cast.posts() == ["inserted:n"])
        cast.insert("m")
        cast["m"].set(3, "p")
        #expect(cast.posts() == ["inserted:m"])
        cast.thing.set(3, "p")
        #expect(cast.posts() == ["updated:o"])
        cast.thing.set(5, "t")
        #expect(cast.posts() == ["updated:o"])
        cast.thing.set(3, "p")
        #expect(cast.posts() == ["updated:o"])
        cast.life.a.delete(cast["d"])
        #expect(cast.posts() == ["deleted:d updated:partner"])
        cast.insert("short")
        cast.life.a.delete(cast["short"])
        #expect(cast.posts().isEmpty)
    }

    @Test("CTX-200 CTX-49 CTX-51 refreshing, rolling back and resetting", arguments: Stack.Kind.allCases)
    func refreshing(kind: Stack.Kind) throws {
        let cast = try Cast(kind)
        let context = cast.life.a
        for merges in [true, false] {
            context.refresh(cast.thing, mergeChanges: merges)
            #expect(cast.posts() == ["refreshed:o"])
        }
        for merges in [true, false] {
            context.refresh(cast.thing, mergeChanges: merges)
            #expect(cast.posts().isEmpty)
        }
        cast.thing.set(4, "p")
        cast.insert("n")
        context.delete(cast["d"])
        _ = cast.posts()
        context.rollback()
        #expect(cast.posts() == ["deleted:n inserted:d refreshed:o,partner"])
        cast.thing.set(4, "p")
        cast.insert("n")
        context.refreshAllObjects()
        #expect(cast.posts() == ["inserted:n updated:o", "refreshed:d,n,o,partner"])
        #expect(context.registeredObjects.count == 4 && cast["n"].isInserted && cast.thing.p == 4)
    }

    @Test("CTX-50 CTX-200 CTX-43 resetting names all IDs, and nothing else", arguments: Stack.Kind.allCases)
    func resetting(kind: Stack.Kind) throws {
        let cast = try Cast(kind)
        cast.thing.set(4, "p")
        let ids = Set(cast.life.a.registeredObjects.map(\.objectID))
        nonisolated(unsafe) var posted: [[AnyHashable: Any]] = []
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: cast.life.a, queue: nil
        ) { posted.append($0.userInfo ?? [:]) }
        cast.life.a.reset()
        cast.life.a.processPendingChanges()
        NotificationCenter.default.removeObserver(token)
        #expect(posted.count == 1 && Set(posted[0].keys) == [NSInvalidatedAllObjectsKey])
        #expect(Set(try #require(posted[0][NSInvalidatedAllObjectsKey] as? [NSManagedObjectID])) == ids)
    }

    @Test(
        "CTX-48 CTX-200 CTX-41 a save posts what was pending, then what it saved",
        arguments: Stack.Kind.allCases)
    func saving(kind: Stack.Kind) throws {
        let cast = try Cast(kind)
        nonisolated(unsafe) var posted: [(Notification.Name, Set<NSManagedObject>?)] = []
        nonisolated(unsafe) var senders: [Any?] = []
        let token = NotificationCenter.default.addObserver(forName: nil, object: cast.life.a, queue: nil) {
            posted.append(($0.name, $0.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>))
            senders.append($0.object)
        }
        cast.thing.set(5, "t")
        try cast.life.a.save()
        NotificationCenter.default.removeObserver(token)
        #expect(
            posted.map(\.0) == [
                .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextWillSave,
                .NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs,
            ])
        #expect(posted[0].1 == [cast.thing] && posted[1].1 == nil && posted[2].1 == [cast.thing])
        #expect(senders.allSatisfy { $0 as? NSManagedObjectContext === cast.life.a })
    }

    @Test("CTX-40 CTX-42 names and keys")
    func names() {
        typealias Context = NSManagedObjectContext
        let changed = "NSObjectsChangedInManagingContextNotification"
        #expect(Notification.Name.NSManagedObjectContextObjectsDidChange.rawValue == changed)
        #expect(Context.didChangeObjectsNotification == .NSManagedObjectContextObjectsDidChange)
        #expect(Context.willSaveObjectsNotification == .NSManagedObjectContextWillSave)
        #expect(Context.didSaveObjectsNotification == .NSManagedObjectContextDidSave)
        #expect(Context.didSaveObjectIDsNotification == .NSManagedObjectContextDidSaveObjectIDs)
        #expect(
            [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] == [
                "inserted", "updated", "deleted",
            ])
        #expect([NSRefreshedObjectsKey, NSInvalidatedAllObjectsKey] == ["refreshed", "invalidatedAll"])
        let keys = [NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSDeletedObjectIDsKey]
        #expect(keys == ["inserted_objectIDs", "updated_objectIDs", "deleted_objectIDs"])
    }

    @Test(
        "CTX-30 CTX-35 CTX-36 CTX-204 the sets are right at once, but for what deletions lead to",
        arguments: Stack.Kind.allCases)
    func sets(kind: Stack.Kind) throws {
        let cast = try Cast(kind)
        let context = cast.life.a
        #expect(!context.hasChanges && cast.posts().isEmpty)
        cast.thing.set(5, "t")
        #expect(context.hasChanges && context.updatedObjects == [cast.thing])
        cast.insert("n")
        context.delete(cast["d"])
        #expect(context.insertedObjects == [cast["n"]] && context.deletedObjects == [cast["d"]])
        #expect(context.updatedObjects == [cast.thing])
        context.processPendingChanges()
        #expect(context.updatedObjects == [cast.thing, cast["partner"]])
    }
}

/// The sets of objects in a context's notifications of changes.
final class SetLog {
    private var posts: [[String: Set<NSManagedObject>]] = []
    private var token: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext) {
        // The context posts on the test's own thread.
        nonisolated(unsafe) weak let log = self
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { note in
            var groups: [String: Set<NSManagedObject>] = [:]
            for (key, value) in note.userInfo ?? [:] {
                if let key = key as? String { groups[key] = value as? Set<NSManagedObject> }
            }
            log?.posts.append(groups)
        }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }

    func take() -> [[String: Set<NSManagedObject>]] {
        defer { posts = [] }
        return posts
    }
}
