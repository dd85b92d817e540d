// SPDX-License-Identifier: Apache-2.0
// Transactions of a context that has an undo manager: its steps stay, and a block that fails leaves none.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct TransactionUndoTests {
    private struct Stop: Error {}

    private func begun() throws -> (context: ModelContext, manager: UndoManager) {
        let context = try Library.context()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        return (context, manager)
    }

    private func step(_ manager: UndoManager, _ context: ModelContext, _ body: () throws -> Void) rethrows {
        manager.beginUndoGrouping()
        defer { manager.endUndoGrouping() }
        try body()
        context.processPendingChanges()
    }

    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Author>()).map(\.name).sorted()
    }

    @Test(
        "SD-135 SD-138 a transaction is a step beside unsaved changes, as it is without them",
        arguments: [false, true])
    func steps(isPending: Bool) throws {
        let (context, manager) = try begun()
        step(manager, context) { context.insert(Author(name: "a")) }
        if !isPending { try context.save() }
        try step(manager, context) {
            try context.transaction { context.insert(Author(name: "b")) }
        }
        #expect(!context.hasChanges && context.undoManager === manager && manager.undoCount == 2)
        manager.undo()
        #expect(try names(context) == ["a"])
        manager.redo()
        #expect(try names(context) == ["a", "b"])
        manager.undo()
        manager.undo()
        #expect(try names(context) == [] && !manager.canUndo)
    }

    @Test(
        "SD-135 SD-138 a failing block is taken back alone, and cannot be redone", arguments: [true, false])
    func failures(isInStep: Bool) throws {
        let (context, manager) = try begun()
        let author = Author(name: "a")
        step(manager, context) { context.insert(author) }
        step(manager, context) { author.born = Date(timeIntervalSinceReferenceDate: 5) }
        func fail() throws {
            try context.transaction {
                author.name = "x"
                context.insert(Author(name: "b"))
                throw Stop()
            }
        }
        #expect(throws: Stop.self) {
            if isInStep { try step(manager, context) { try fail() } } else { try fail() }
        }
        #expect(try names(context) == ["a"] && context.hasChanges)
        #expect(!manager.canRedo && manager.undoCount == 2 && manager.groupingLevel == 0)
        manager.undo()
        #expect(author.born == nil && author.name == "a")
        manager.undo()
        #expect(try names(context) == [] && !manager.canUndo)
    }

    @Test("SD-135 SD-138 a failing block without changes leaves the steps before it and after it")
    func nothing() throws {
        let (context, manager) = try begun()
        let author = Author(name: "a")
        step(manager, context) { context.insert(author) }
        step(manager, context) { author.name = "b" }
        manager.undo()
        #expect(throws: Stop.self) { try context.transaction { throw Stop() } }
        #expect(author.name == "a" && manager.undoCount == 1 && manager.canRedo)
        manager.redo()
        #expect(author.name == "b")
    }

    @Test("SD-135 a failing block is taken back where the manager does not register") func disabled() throws {
        let (context, manager) = try begun()
        manager.disableUndoRegistration()
        context.insert(Author(name: "a"))
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Author(name: "b"))
                throw Stop()
            }
        }
        #expect(try names(context) == ["a"] && context.undoManager === manager)
    }

    @Test("SD-138 the deletion of a model with a new member is undone and redone") func deletions() throws {
        let (context, manager) = try begun()
        let author = Author(name: "a")
        context.insert(author)
        try context.save()
        manager.removeAllActions()
        let book = Book(title: "new")
        step(manager, context) { author.books.append(book) }
        step(manager, context) { context.delete(author) }
        #expect(book.isDeleted || book.modelContext == nil)
        manager.undo()
        #expect(!author.isDeleted && author.books.map(\.title) == ["new"])
        manager.redo()
        #expect(author.isDeleted)
        try context.save()
        let other = ModelContext(context.container)
        #expect(try names(other) == [])
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 0)
    }
}
