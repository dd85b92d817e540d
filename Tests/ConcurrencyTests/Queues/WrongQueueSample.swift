// SPDX-License-Identifier: Apache-2.0
// Uses of objects and contexts on a wrong queue: each by the call that makes it. WrongQueueTests.swift runs them.

import Foundation
import Perdure
import PerdureTestSupport

/// A saved person in a context with a private queue, looked at from elsewhere.
///
/// Made in a process of its own, because the debug mode is chosen before the first context.
final class WrongQueueSample: @unchecked Sendable {
    // Sendable because it is to be used on wrong queues, by one thread at a time.
    let stack: Stack
    let context: NSManagedObjectContext
    let person: NSManagedObject
    private let fault: NSManagedObject

    init(mode: String) throws {
        setenv("PERDURE_CONCURRENCY_DEBUG", mode, 1)
        let stack = try Stack(.inMemory)
        let context = stack.context()
        context.name = "import"
        (person, fault) = try context.performAndWait {
            let person = context.insert("Person", ["firstName": "Ada"])
            let other = context.insert("Person", ["firstName": "Bob"])
            try context.save()
            context.refresh(other, mergeChanges: false)
            return (person, other)
        }
        self.stack = stack
        self.context = context
    }

    /// A use, and what the report says of it.
    struct Use {
        let report: String
        let make: (WrongQueueSample) throws -> Void

        init(_ report: String, _ make: @escaping (WrongQueueSample) throws -> Void) {
            self.report = report
            self.make = make
        }
    }

    private func slot(_ key: String) -> Int { context.performAndWait { person._slot(of: key) } }

    /// Uses of objects.
    static var uses: [Use] {
        [
            Use("property \"firstName\"") { _ = $0.person._string(at: $0.slot("firstName")) },
            Use("property \"lastName\"") { $0.person._setString("Lovelace", at: $0.slot("lastName")) },
            Use("property \"email\"") { _ = $0.fault._string(at: $0.slot("email")) },
            Use("property \"note\"") { _ = $0.person.value(forKey: "note") },
            Use("property \"age\"") { $0.person.setValue(7, forKey: "age") },
            Use("property \"mood\"") { _ = $0.person.primitiveValue(forKey: "mood") },
            Use("property \"fullName\"") { $0.person.setPrimitiveValue("Ada", forKey: "fullName") },
            Use("property \"tags\"") { _ = $0.person._toMany(at: $0.slot("tags")) },
            Use("property \"friends\"") { $0.person.mutableSetValue(forKey: "friends").add($0.fault) },
            Use("property \"department\"") { _ = $0.person._toOne(at: $0.slot("department")) },
            Use("values of Person") { _ = $0.person.changedValues() },
            Use("values of Person") { _ = $0.person.changedValuesForCurrentEvent() },
            Use("values of Person") { _ = $0.person.committedValues(forKeys: nil) },
        ]
    }

    /// Uses of the context.
    static var calls: [Use] {
        [
            Use("fetch(_:)") {
                _ = try $0.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            },
            Use("count(for:)") {
                _ = try $0.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
            },
            Use("execute(_:)") {
                try $0.context.execute(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            },
            Use("hasChanges") { _ = $0.context.hasChanges },
            Use("registeredObjects") { _ = $0.context.registeredObjects },
            Use("insertedObjects") { _ = $0.context.insertedObjects },
            Use("updatedObjects") { _ = $0.context.updatedObjects },
            Use("deletedObjects") { _ = $0.context.deletedObjects },
            Use("registeredObject(for:)") { _ = $0.context.registeredObject(for: $0.person.objectID) },
            Use("object(with:)") { _ = $0.context.object(with: $0.person.objectID) },
            Use("existingObject(with:)") { _ = try $0.context.existingObject(with: $0.person.objectID) },
            Use("insert(_:)") { $0.context.insert("Person") },
            Use("delete(_:)") { $0.context.delete($0.person) },
            Use("detectConflicts(for:)") { $0.context.detectConflicts(for: $0.person) },
            Use("obtainPermanentIDs(for:)") { try $0.context.obtainPermanentIDs(for: []) },
            Use("refresh(_:mergeChanges:)") { $0.context.refresh($0.person, mergeChanges: true) },
            Use("refreshAllObjects()") { $0.context.refreshAllObjects() },
            Use("processPendingChanges()") { $0.context.processPendingChanges() },
            Use("undo()") { $0.context.undo() },
            Use("redo()") { $0.context.redo() },
            Use("setQueryGenerationFrom(_:)") { try $0.context.setQueryGenerationFrom(nil) },
            Use("save()") { try $0.context.save() },
            Use("rollback()") { $0.context.rollback() },
            Use("reset()") { $0.context.reset() },
        ]
    }
}
