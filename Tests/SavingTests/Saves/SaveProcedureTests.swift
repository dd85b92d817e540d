// SPDX-License-Identifier: Apache-2.0
// The procedure of a save, step by step, and what is left when a step fails.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// What happened in a save, in order, with how many departments were stored at that time.
final class SaveTrace {
    var lines: [String] = []
    /// Counts what is stored.
    var count: () -> Int = { 0 }
    func add(_ line: String) { lines.append("\(line) \(count())") }
}

/// A department that notes the hooks of its save, and fails in one of them on demand.
final class TracedDepartment: NSManagedObject {
    var trace: SaveTrace?
    var failingHook: String?

    private func note(_ hook: String) {
        trace?.add(hook)
        // An exception, as on Apple's systems: the key is unknown.
        if failingHook == hook { setValue(1, forKey: "nothing") }
    }

    override func willSave() {
        super.willSave()
        note("willSave")
    }

    override func didSave() {
        super.didSave()
        note("didSave")
    }

    override func validateForInsert() throws {
        note("validate")
        if failingHook == "refusal" { throw CocoaError(.validationStringTooLong) }
        try super.validateForInsert()
    }
}

@Suite("Save procedure") struct SaveProcedureTests {
    private func stack(_ kind: Stack.Kind) throws -> Stack {
        try Stack(kind, FixtureModel.scenarios(["Department": TracedDepartment.self]))
    }

    private func insert(_ context: NSManagedObjectContext, _ trace: SaveTrace? = nil) -> TracedDepartment {
        // The class of the entity.
        let object = context.insert("Department", ["name": "x"]) as! TracedDepartment
        object.trace = trace
        return object
    }

    @Test("SAV-1 SAV-10 the whole procedure as one trace", arguments: Stack.Kind.allCases)
    func procedure(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let (context, reader) = (stack.context(), stack.context())
        let trace = SaveTrace()
        trace.count = { reader.performAndWait { (try? reader.all("Department").count) ?? -1 } }
        let names: [(Notification.Name, String)] = [
            (.NSManagedObjectContextObjectsDidChange, "didChange"),
            (.NSManagedObjectContextWillSave, "willSave!"),
            (.NSManagedObjectContextDidSave, "didSave!"),
            (NSManagedObjectContext.didSaveObjectIDsNotification, "IDs!"),
        ]
        nonisolated(unsafe) let shared = trace
        let tokens = names.map { name, line in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
                shared.add(line)
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        try context.performAndWait {
            let object = insert(context, trace)
            try context.save()
            #expect(!object.objectID.isTemporaryID && !context.hasChanges)
        }
        #expect(
            trace.lines == [
                "didChange 0", "willSave 0", "willSave! 0", "validate 0", "didSave 1", "didSave! 1", "IDs! 1",
            ])
    }

    /// What makes a save fail, by the step in which it does.
    static let failures = ["willSave", "validate", "refusal", "store", "conflict"]

    @Test(
        "SAV-12 SAV-14 SAV-15 a failure in any step leaves everything as it was, and the next save runs in full",
        arguments: failures)
    func failure(_ step: String) throws {
        let stack = try stack(.sqlite)
        let context = stack.context()
        try context.performAndWait {
            let stored = context.insert("Person", ["firstName": "Ada"])
            try context.save()
            let trace = SaveTrace()
            let object = insert(context, trace)
            object.failingHook = step
            stored.setValue("Eve", forKey: "firstName")
            let obstacle = try Obstacle(step, stack, stored)
            let posted = PostCount(.NSManagedObjectContextDidSave, of: context)
            #expect(throws: (any Error).self) { try context.save() }
            #expect(!trace.lines.contains { $0.hasPrefix("didSave") } && posted.value == 0)
            #expect(context.insertedObjects == [object] && context.updatedObjects == [stored])
            #expect(stored.value(forKey: "firstName") as? String == "Eve")
            #expect(stored.committedValues(forKeys: ["firstName"])["firstName"] as? String == "Ada")
            object.failingHook = nil
            try obstacle.remove()
            #expect(try stack.context().all("Department").isEmpty)
            trace.lines = []
            try context.save()
            #expect(trace.lines.map { $0.split(separator: " ")[0] } == ["willSave", "validate", "didSave"])
            #expect(!context.hasChanges && posted.value == 1)
            #expect(try stack.context().all("Department").count == 1)
        }
    }

    /// What stands in a save's way outside of its objects.
    private final class Obstacle {
        private let database: RawDatabase?
        private let context: NSManagedObjectContext?
        private let object: NSManagedObject

        init(_ step: String, _ stack: Stack, _ object: NSManagedObject) throws {
            self.object = object
            let isStore = step == "store"
            database = try isStore ? stack.url.map { try RawDatabase($0, isReadOnly: false) } : nil
            context = object.managedObjectContext
            if isStore {
                // Without its table nothing can be written.
                try database?.rows("ALTER TABLE ZDEPARTMENT RENAME TO ZAWAY")
            } else if step == "conflict" {
                let other = stack.context()
                try other.performAndWait {
                    try other.all("Person").first?.setValue("Eva", forKey: "lastName")
                    try other.save()
                }
            }
        }

        func remove() throws {
            if let database {
                try database.rows("ALTER TABLE ZAWAY RENAME TO ZDEPARTMENT")
            } else {
                context?.refresh(object, mergeChanges: true)
            }
        }
    }

    @Test("SAV-113 a store that fails says so: domain, code, and what was behind it")
    func storeFailure() throws {
        let stack = try Stack(.sqlite)
        let context = stack.context()
        let database = try RawDatabase(try #require(stack.url), isReadOnly: false)
        try database.rows("ALTER TABLE ZDEPARTMENT RENAME TO ZAWAY")
        try context.performAndWait {
            context.insert("Department", ["name": "x"])
            let error = try #require(#expect(throws: (any Error).self) { try context.save() } as NSError?)
            #expect(error.domain == NSCocoaErrorDomain)
            #expect(error.userInfo[NSSQLiteErrorDomain] is Int || error.userInfo[NSUnderlyingErrorKey] != nil)
            #expect(context.hasChanges)
        }
    }

    @Test("SAV-2 without changes nothing happens: no hooks, no notifications", arguments: Stack.Kind.allCases)
    func clean(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        defer { withExtendedLifetime(stack) {} }
        try context.performAndWait {
            let trace = SaveTrace()
            let object = insert(context, trace)
            try context.save()
            trace.lines = []
            let counts = [Notification.Name.NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave]
                .map { PostCount($0, of: context) }
            try context.save()
            #expect(trace.lines.isEmpty && counts.allSatisfy { $0.value == 0 } && !object.hasChanges)
        }
    }

    @Test(
        "SAV-11 what equals its snapshot, and transients, get hooks and notifications, but no row is written")
    func unwritten() throws {
        let stage = try ConflictStage(.contextOfFile)
        try stage.a.performAndWait {
            let writes = try stage.writes()
            for deed in ["t=5", "a=1"] {
                let posted = PostedSave(stage.a)
                try stage.aDoes(deed)
                #expect(stage.save() == nil)
                #expect(posted.ids(NSUpdatedObjectIDsKey) == [stage.row.objectID])
            }
            #expect(try stage.writes() == writes)
        }
    }

    @Test("SAV-17 others see all of a save or nothing", arguments: Stack.Kind.allCases)
    func isolation(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes())
        let (writer, reader) = (stack.context(), stack.context())
        let done = DispatchSemaphore(value: 0)
        Thread {
            writer.performAndWait {
                for _ in 0..<20 {
                    for number in 0..<50 { writer.insert("Note", ["number": number]) }
                    try? writer.save()
                }
            }
            done.signal()
        }.start()
        var counts: [Int] = []
        repeat {
            let count = try reader.performAndWait {
                try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
            }
            counts.append(count)
        } while counts.last != 1000
        done.wait()
        #expect(counts.allSatisfy { $0 % 50 == 0 } && counts == counts.sorted())
    }

    @Test("SAV-18 versions: 1 after the insert, 1 more after each written update")
    func versions() throws {
        let stage = try ConflictStage(.contextOfFile)
        let url = try #require(stage.stack.url)
        let version = { try RawDatabase(url).value("SELECT Z_OPT FROM ZROW") }
        try stage.a.performAndWait {
            #expect(try version() == "1")
            for (deed, expected) in [
                ("a=2", "2"), ("t=1", "2"), ("a=2", "2"), ("r=d2", "3"), ("+tags:t2", "4"),
            ] {
                try stage.aDoes(deed)
                #expect(stage.save() == nil)
                #expect(try version() == expected, "\(deed)")
            }
        }
    }

    @Test(
        "SAV-19 NSSaveChangesRequest: what it holds, and what the coordinator does with one",
        arguments: Stack.Kind.allCases)
    func request(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, ConflictModel.rows())
        let context = stack.context()
        try context.performAndWait {
            let updated = try ConflictModel.insertRow(into: context)
            let deleted = try #require(try context.all("Tag", "name == 't3'").first)
            let locked = try #require(try context.all("Place", "name == 'd1'").first)
            let inserted = context.insert("Kid", ["name": "k"])
            updated.setValue(2, forKey: "a")
            context.delete(deleted)
            let request = NSSaveChangesRequest(
                inserted: [inserted], updated: [updated], deleted: [deleted], locked: [locked])
            #expect(request.requestType == .saveRequestType && request.insertedObjects == [inserted])
            #expect(request.updatedObjects == [updated] && request.deletedObjects == [deleted])
            #expect(request.lockedObjects == [locked] && request.affectedStores == nil)
            let copy = request.copy() as? NSSaveChangesRequest
            #expect(copy?.updatedObjects == [updated] && copy !== request)
            let empty = NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil)
            #expect(empty.insertedObjects == nil && empty.lockedObjects == nil)
            let result = try stack.coordinator.execute(request, with: context) as? [Any]
            #expect(result?.isEmpty == true)
            let reader = stack.context()
            #expect(try reader.all("Kid").count == 1 && reader.all("Tag").count == 2)
            #expect(try reader.all("Row").first?.value(forKey: "a") as? Int == 2)
            #expect(try stack.coordinator.execute(empty, with: context) is [Any])
        }
    }

    @Test("SAV-19 SAV-34 a locked object of a request is checked")
    func lockedRequest() throws {
        let stage = try ConflictStage(.contextInMemory)
        try stage.a.performAndWait {
            let request = NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: [stage.row])
            #expect(throws: Never.self) { try stage.stack.coordinator.execute(request, with: stage.a) }
            try stage.otherDoes("a=2")
            let error = #expect(throws: (any Error).self) {
                try stage.stack.coordinator.execute(request, with: stage.a)
            }
            #expect((error as NSError?)?.code == 133020)
        }
    }
}
