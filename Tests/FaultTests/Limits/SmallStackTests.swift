// SPDX-License-Identifier: Apache-2.0
// Threads with stacks of 512 KiB: deep graphs in files, and deep predicates. LongChainTests.swift does so for objects in memory.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Small stacks") struct SmallStackTests {
    private static let forms = ["sqlite", "xml", "binary", ""]
    private static let length = 5_000
    private static let depth = 2_000

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Node", .attribute("number", .integer64AttributeType, isOptional: false, default: 0),
                .toOne("parent", "Node", inverse: "children"),
                .toMany("children", "Node", inverse: "parent", rule: .cascadeDeleteRule)))
    }

    private static func open(_ form: String, _ folder: TemporaryFolder) throws -> Stack {
        if form.isEmpty { return try Stack(.inMemory, model()) }
        return try Stack(at: folder.file("Nodes.\(form)"), model())
    }

    /// A node below a node, and so on.
    private static func fill(_ context: NSManagedObjectContext) throws {
        var parent: NSManagedObject?
        for number in 0..<length {
            parent = context.insert("Node", ["number": number, "parent": parent])
        }
        for object in context.insertedObjects { try object.validateForInsert() }
        try context.save()
    }

    @Test(
        "REL-35 a deep graph is validated, saved, read, walked along and deleted by cascade on a small stack",
        arguments: forms)
    func graph(_ form: String) throws {
        let folder = try TemporaryFolder()
        try SmallStack.run {
            let stack = try Self.open(form, folder)
            let context = stack.context()
            try Self.fill(context)
            context.reset()
            let root = try #require(try context.all("Node", "parent == nil").first)
            var (node, count) = (root, 1)
            while let next = (node.value(forKey: "children") as? Set<NSManagedObject>)?.first {
                (node, count) = (next, count + 1)
            }
            #expect(count == Self.length && node.value(forKey: "number") as? Int == Self.length - 1)
            node.setValue(-1, forKey: "number")
            try context.save()
            context.delete(root)
            try root.validateForDelete()
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Node")) == 0)
            try stack.coordinator.remove(stack.store)
        }
    }

    @Test("REL-35 deep graphs come back after a deletion that is undone, on a small stack", arguments: forms)
    func undone(_ form: String) throws {
        let folder = try TemporaryFolder()
        try SmallStack.run {
            let stack = try Self.open(form, folder)
            let context = stack.context()
            try Self.fill(context)
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            manager.beginUndoGrouping()
            context.delete(try #require(try context.all("Node", "parent == nil").first))
            context.processPendingChanges()
            manager.endUndoGrouping()
            #expect(context.deletedObjects.count == Self.length)
            context.undo()
            #expect(!context.hasChanges)
            context.undoManager = nil
            try stack.coordinator.remove(stack.store)
        }
    }

    @Test(
        "REL-35 predicates that are nested deeply are refused or answered on a small stack", arguments: forms)
    func predicates(_ form: String) throws {
        let folder = try TemporaryFolder()
        try SmallStack.run {
            let stack = try Self.open(form, folder)
            let context = stack.context()
            context.insert("Node", ["number": 1])
            for isSaved in [false, true] {
                for depth in [50, 500, Self.depth] {
                    var predicate = NSPredicate(format: "number == 1")
                    for _ in 0..<depth {
                        predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
                    }
                    let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
                    request.predicate = predicate
                    let result = Result { try context.count(for: request) }
                    if case .success(let count) = result { #expect(count == 1) }
                }
                if !isSaved { try context.save() }
            }
            try stack.coordinator.remove(stack.store)
        }
    }
}
