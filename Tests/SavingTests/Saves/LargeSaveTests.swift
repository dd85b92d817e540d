// SPDX-License-Identifier: Apache-2.0
// Saves of so many objects that other threads help with them: what they report must be what a small save reports.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Saves of many objects") struct LargeSaveTests {
    private static let count = 1_200

    /// Keeps what a context posts after saves and merges.
    private final class Posts: @unchecked Sendable {
        // Sendable because everything is posted and read on the thread of the test.
        var ids: [String: Set<NSManagedObjectID>] = [:]
        var objects: [String: Set<NSManagedObject>] = [:]
        private var tokens: [any NSObjectProtocol] = []

        init(_ context: NSManagedObjectContext) {
            add(.NSManagedObjectContextDidSaveObjectIDs, context) { self.ids = Self.sets($0) }
            add(.NSManagedObjectContextDidMergeChangesObjectIDs, context) { self.ids = Self.sets($0) }
            add(.NSManagedObjectContextDidSave, context) { self.objects = Self.sets($0) }
        }

        private func add(
            _ name: Notification.Name, _ context: NSManagedObjectContext,
            _ body: @escaping @Sendable ([AnyHashable: Any]) -> Void
        ) {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                    body($0.userInfo ?? [:])
                })
        }

        private static func sets<Element>(_ information: [AnyHashable: Any]) -> [String: Set<Element>] {
            var sets: [String: Set<Element>] = [:]
            for case (let key as String, let set as Set<Element>) in information { sets[key] = set }
            return sets
        }

        func end() {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }
    }

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Thing", unique: [["name"]], .attribute("name"), .attribute("value", .integer64AttributeType))
        )
    }

    private static func insert(_ numbers: Range<Int>, _ context: NSManagedObjectContext) -> [NSManagedObject]
    {
        numbers.map { context.insert("Thing", ["name": "\($0)", "value": $0]) }
    }

    private static func ids(_ objects: [NSManagedObject]) -> Set<NSManagedObjectID> {
        Set(objects.map(\.objectID))
    }

    @Test("CTX-46 CTX-45 insertions, changes and deletions of one save", arguments: Stack.Kind.allCases)
    func report(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        let posts = Posts(context)
        defer { posts.end() }
        try context.performAndWait {
            let old = Self.insert(0..<2 * Self.count, context)
            try context.save()
            #expect(posts.ids == [NSInsertedObjectIDsKey: Self.ids(old)])
            let (changed, gone) = (Array(old[..<Self.count]), Array(old[Self.count...]))
            let new = Self.insert(10_000..<10_000 + Self.count, context)
            for object in changed { object.setValue(-1, forKey: "value") }
            for object in gone { context.delete(object) }
            let goneIDs = Self.ids(gone)
            try context.save()
            #expect(new.allSatisfy { !$0.objectID.isTemporaryID })
            #expect(
                posts.ids == [
                    NSInsertedObjectIDsKey: Self.ids(new), NSUpdatedObjectIDsKey: Self.ids(changed),
                    NSDeletedObjectIDsKey: goneIDs,
                ])
            #expect(
                posts.objects == [
                    NSInsertedObjectsKey: Set(new), NSUpdatedObjectsKey: Set(changed),
                    NSDeletedObjectsKey: Set(gone),
                ])
        }
    }

    @Test("SAV-85 CTX-46 a new object that takes a stored one's place is reported under its ID")
    func takenOver() throws {
        let stack = try Stack(.sqlite, Self.model())
        let (first, context) = (stack.context(), stack.context(.overwrite))
        let id = try first.performAndWait {
            let stored = Self.insert(0..<1, first)
            try first.save()
            return stored[0].objectID
        }
        let posts = Posts(context)
        defer { posts.end() }
        try context.performAndWait {
            let new = Self.insert(0..<Self.count, context)
            try context.save()
            #expect(new[0].objectID == id)
            let reported = posts.ids.values.reduce(into: Set()) { $0.formUnion($1) }
            #expect(reported == Self.ids(new))
            #expect(try context.all("Thing").count == Self.count)
        }
    }

    @Test("SAV-12 a save that fails keeps temporary IDs, and the next one reports all")
    func failure() throws {
        let stack = try Stack(.sqlite, Self.model())
        let context = stack.context()
        let posts = Posts(context)
        defer { posts.end() }
        try context.performAndWait {
            let new = Self.insert(0..<Self.count, context)
            new[0].setValue("1", forKey: "name")
            #expect(throws: CocoaError.self) { try context.save() }
            #expect(posts.ids.isEmpty && new.allSatisfy(\.objectID.isTemporaryID))
            new[0].setValue("0", forKey: "name")
            try context.save()
            #expect(posts.ids == [NSInsertedObjectIDsKey: Self.ids(new)])
            #expect(new.allSatisfy { !$0.objectID.isTemporaryID })
        }
    }

    @Test("CTX-148 another context merges it, and reports it as sets")
    func merging() throws {
        let stack = try Stack(.sqlite, Self.model())
        let (context, other) = (stack.context(), stack.context())
        let posts = Posts(other)
        defer { posts.end() }
        try context.performAndWait {
            let objects = Self.insert(0..<Self.count, context)
            try context.save()
            let seen = try other.performAndWait {
                let things = try other.all("Thing")
                // Objects with values are brought up to date.
                #expect(things.reduce(0) { $0 + ($1.value(forKey: "value") as? Int ?? 0) } > 0)
                return things
            }
            for object in objects { object.setValue(7, forKey: "value") }
            // The notification of a save is posted while it is merged.
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: context, queue: nil
            ) { other.mergeChanges(fromContextDidSave: $0) }
            defer { NotificationCenter.default.removeObserver(token) }
            try context.save()
            other.performAndWait {
                #expect(seen.allSatisfy { $0.value(forKey: "value") as? Int == 7 })
                #expect(posts.ids[NSUpdatedObjectIDsKey] == Self.ids(seen))
                #expect(posts.ids[NSRefreshedObjectIDsKey] == Self.ids(seen))
            }
        }
    }

    @Test("CTX-6 objects that nobody holds go after the save")
    func lifetimes() throws {
        let stack = try Stack(.sqlite, Self.model())
        let context = stack.context()
        try context.performAndWait {
            var objects = Self.insert(0..<Self.count, context)
            weak let (first, last) = (objects.first, objects.last)
            objects = []
            #expect(first != nil && last != nil)
            try context.save()
            #expect(first == nil && last == nil)
            #expect(context.registeredObjects.isEmpty)
        }
    }
}
