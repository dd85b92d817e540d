// SPDX-License-Identifier: Apache-2.0
// Contexts that take over what others committed, from the history; and the notifications that tell of it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Merging from history") struct HistoryMergeTests {
    @Test(
        "STO-181 a transaction's notification has the IDs by kind, and names no context",
        arguments: Stack.Kind.lasting)
    func notification(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let context = stack.context()
        try context.performAndWait {
            let prizes = (0..<2).map { context.insert("Prize", ["label": "\($0)"]) }
            try context.save()
            prizes[0].setValue("changed", forKey: "label")
            context.delete(prizes[1])
            context.insert("Author")
            try context.save()
            let transaction = try #require(try stack.transactions.last)
            let notification = transaction.objectIDNotification()
            #expect(notification.name == .NSManagedObjectContextDidSaveObjectIDs)
            func ids(_ key: String) -> [String] {
                (notification.userInfo?[key] as? Set<NSManagedObjectID> ?? []).map { $0.entity.name ?? "" }
            }
            #expect(ids(NSInsertedObjectIDsKey) == ["Author"])
            #expect(ids(NSUpdatedObjectIDsKey) == ["Prize"])
            #expect(ids(NSDeletedObjectIDsKey) == ["Prize"])
            #expect(notification.object == nil)
        }
    }

    @Test(
        "STO-181 HT-11 a context of another coordinator takes over what transactions tell, and keeps its own changes",
        arguments: Stack.Kind.lasting)
    func merging(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        try stack.savePrizes("old", "gone")
        let other = try stack.another()
        let reader = other.context()
        let (old, gone) = try reader.performAndWait {
            let prizes = try reader.all("Prize", nil, by: "label")
            for prize in prizes { _ = prize.value(forKey: "label") }
            return (prizes[1], prizes[0])
        }
        let token = try other.token
        try stack.save { context in
            try #require(try context.all("Prize", "label == 'old'").first).setValue("new", forKey: "label")
            context.delete(try #require(try context.all("Prize", "label == 'gone'").first))
            context.insert("Prize", ["label": "fresh"])
        }
        try reader.performAndWait {
            let own = reader.insert("Author", ["name": "Ada"])
            for transaction in try other.history(.fetchHistory(after: token)) {
                reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            #expect(old.value(forKey: "label") as? String == "new")
            #expect(gone.isDeleted || gone.managedObjectContext == nil)
            #expect(own.hasChanges && own.value(forKey: "name") as? String == "Ada")
            #expect(try reader.all("Prize").count == 2)
        }
    }

    @Test(
        "STO-180 HT-12 a remote change names the token of the newest transaction, to both coordinators",
        arguments: Stack.Kind.lasting)
    func remoteChange(_ kind: Stack.Kind) throws {
        let options = [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
        let stack = try Stack.withHistory(kind, options)
        let other = try stack.another(HistoryModel.options.merging(options) { $1 })
        let tokens = [TokenWait(stack), TokenWait(other)]
        try stack.savePrizes("one")
        let expected = try #require(try stack.transactions.first?.token)
        for wait in tokens { #expect(wait.next() == expected) }
    }

    @Test("STO-180 without a history a remote change has no token", arguments: Stack.Kind.lasting)
    func remoteChangeWithoutHistory(_ kind: Stack.Kind) throws {
        let options = [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
        let stack = try Stack(kind, HistoryModel.make(), options: options)
        let wait = TokenWait(stack)
        try stack.savePrizes("one")
        #expect(wait.next() == nil && wait.hasHeard)
    }

    @Test(
        "CTX-45 STO-176 after a save its context posts the token behind it; without a history there is none",
        arguments: Stack.Kind.lasting)
    func changeToken(_ kind: Stack.Kind) throws {
        for isTracked in [true, false] {
            let stack = try isTracked ? Stack.withHistory(kind) : Stack(kind, HistoryModel.make())
            let context = stack.context()
            let heard = HeardTokens(context)
            try context.performAndWait {
                for _ in 0..<2 {
                    context.insert("Prize")
                    try context.save()
                }
            }
            #expect(heard.tokens == (isTracked ? try stack.transactions.map(\.token) : [nil, nil]))
        }
    }

    @Test(
        "CTX-45 the token behind a save leaves out what another writer commits before the notification",
        arguments: Stack.Kind.lasting)
    func changeTokenBesideOthers(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let other = try stack.another()
        let context = stack.context()
        let heard = HeardTokens(context)
        try context.performAndWait {
            let author = context.insert("Author", ["name": "Ada"])
            context.insert("Book", ["title": "a", "author": author])
            // The store computes the count: observers hear of it between the commit and the notification.
            let observation = try author.observe("bookCount") { _, _ in
                #expect(throws: Never.self) { try other.save(author: "other") { $0.insert("Prize") } }
            }
            try context.save()
            observation.invalidate()
        }
        let token = try #require(heard.tokens.first ?? nil)
        let later = try stack.history(.fetchHistory(after: token))
        #expect(Set(later.map(\.author)) == ["other"])
    }

    @Test(
        "STO-170 a child's changes belong to the root that commits them, with its name and author",
        arguments: Stack.Kind.lasting)
    func nesting(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let root = stack.context()
        (root.name, root.transactionAuthor) = ("root", "app")
        try root.performAndWait {
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = root
            child.name = "child"
            try child.performAndWait {
                child.insert("Prize")
                try child.save()
            }
            #expect(try stack.transactions.isEmpty)
            try root.save()
        }
        let transaction = try #require(try stack.transactions.first)
        #expect(transaction.contextName == "root" && transaction.author == "app")
    }
}

/// The tokens that a context posts with its saves.
private final class HeardTokens: @unchecked Sendable {
    // Sendable because it is used on the thread that saves.
    private(set) var tokens: [NSPersistentHistoryToken?] = []
    private var observer: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { [weak self] in
            self?.tokens.append($0.userInfo?["newChangeToken"] as? NSPersistentHistoryToken)
        }
    }

    deinit { observer.map { NotificationCenter.default.removeObserver($0) } }
}

/// Waits for the remote changes of a coordinator.
private final class TokenWait: @unchecked Sendable {
    // Sendable because the list is touched under the condition only.
    private let condition = NSCondition()
    private var tokens: [NSPersistentHistoryToken?] = []
    private var observer: (any NSObjectProtocol)?

    init(_ stack: Stack) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: stack.coordinator, queue: nil
        ) { [weak self] in
            self?.add($0.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
        }
    }

    deinit { observer.map { NotificationCenter.default.removeObserver($0) } }

    private func add(_ token: NSPersistentHistoryToken?) {
        condition.lock()
        tokens.append(token)
        condition.broadcast()
        condition.unlock()
    }

    /// The token of the first notification; waits half a minute at most.
    func next() -> NSPersistentHistoryToken? {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: 30)
        while tokens.isEmpty { guard condition.wait(until: end) else { return nil } }
        return tokens[0]
    }

    var hasHeard: Bool {
        condition.lock()
        defer { condition.unlock() }
        return !tokens.isEmpty
    }
}
