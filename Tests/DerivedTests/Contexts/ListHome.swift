// SPDX-License-Identifier: Apache-2.0
// A list with items, saved, and what contexts post about them: the tests of this folder begin with it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A store with the list "Home", and contexts that read and write it.
struct ListHome {
    let stack: Stack
    let a: NSManagedObjectContext
    let b: NSManagedObjectContext
    /// The list, in A.
    let list: NSManagedObject

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - kind: where the objects are kept.
    ///   - titles: the items of the list.
    ///   - change: what a test wants to be different in the model.
    /// - Throws: what saving reports.
    init(
        _ kind: Stack.Kind, _ titles: [String] = [], model change: (NSManagedObjectModel) -> Void = { _ in }
    ) throws {
        let model = TodoModel.make()
        change(model)
        stack = try Stack(kind, model)
        a = stack.context()
        b = stack.context()
        list = a.insert("TodoList", ["name": "Home"])
        for title in titles { a.insert("Item", ["title": title, "todolist": list]) }
        try a.save()
    }

    /// Inserts an item of the list, or of another one of the same context.
    @discardableResult
    func add(_ title: String, to other: NSManagedObject? = nil) -> NSManagedObject {
        let list = other ?? list
        return list.managedObjectContext?.insert("Item", ["title": title, "todolist": list]) ?? list
    }

    /// The same object in another context, with its values.
    func twin(_ object: NSManagedObject, in context: NSManagedObjectContext? = nil) throws -> NSManagedObject
    {
        let twin = try (context ?? b).existingObject(with: object.objectID)
        twin.willAccessValue(forKey: nil)
        return twin
    }

    /// An item of the list by its title.
    func item(_ title: String) throws -> NSManagedObject {
        try #require(try a.all("Item", "title == '\(title)'").first)
    }

    /// What is stored, read through a coordinator of its own where there is a file.
    func stored(_ object: NSManagedObject, _ key: String) throws -> Any? {
        let reader = try stack.url.map { try Stack(at: $0, stack.coordinator.managedObjectModel) } ?? stack
        let id = try #require(
            reader.coordinator.managedObjectID(forURIRepresentation: object.objectID.uriRepresentation()))
        let context = reader.context()
        return try context.existingObject(with: id).value(forKey: key)
    }
}

extension NSManagedObject {
    /// The derived attributes of the model, and the others.
    var count: Int? { value(forKey: "count") as? Int }
    var listName: String? { value(forKey: "listName") as? String }
    var touched: Date? { value(forKey: "touched") as? Date }
    var name: String? { value(forKey: "name") as? String }
}

/// The notifications of one context, in their order.
final class PostedGroups {
    typealias Groups = [String: Set<NSManagedObjectID>]

    struct Entry: Equatable {
        let name: NSNotification.Name
        let groups: Groups
    }

    private(set) var all: [Entry] = []
    /// The last notification of a save.
    private(set) var didSave: Notification?
    private(set) var didSaveIDs: Notification?
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        // Contexts post on the thread that the test waits for.
        nonisolated(unsafe) weak let posted = self
        let names: [NSNotification.Name] = [
            .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSave,
            .NSManagedObjectContextDidSaveObjectIDs, .NSManagedObjectContextDidMergeChangesObjectIDs,
        ]
        tokens = names.map {
            NotificationCenter.default.addObserver(forName: $0, object: context, queue: nil) {
                posted?.add($0)
            }
        }
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

    private func add(_ notification: Notification) {
        if notification.name == .NSManagedObjectContextDidSave { didSave = notification }
        if notification.name == .NSManagedObjectContextDidSaveObjectIDs { didSaveIDs = notification }
        var groups: Groups = [:]
        for (key, value) in notification.userInfo ?? [:] {
            guard let key = key as? String else { continue }
            if let objects = value as? Set<NSManagedObject> { groups[key] = Set(objects.map(\.objectID)) }
            if let ids = value as? Set<NSManagedObjectID> { groups[key] = ids }
        }
        all.append(Entry(name: notification.name, groups: groups))
    }

    /// The notifications since the last call.
    func take() -> [Entry] {
        defer { all = [] }
        return all
    }

    /// What those of one name carry.
    func take(_ name: NSNotification.Name) -> [Groups] { take().filter { $0.name == name }.map(\.groups) }
}

/// The merges of one context, to be waited for.
final class MergeSignal: Sendable {
    private let merges: AsyncStream<Set<NSManagedObjectID>>
    private nonisolated(unsafe) let token: any NSObjectProtocol
    // Never changed; the notification center takes it from any thread.

    init(_ context: NSManagedObjectContext) {
        let (stream, continuation) = AsyncStream<Set<NSManagedObjectID>>.makeStream()
        merges = stream
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, queue: nil
        ) { note in
            continuation.yield(note.userInfo?[NSRefreshedObjectIDsKey] as? Set<NSManagedObjectID> ?? [])
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }

    /// The objects that the next merge brought up to date.
    func next() async -> Set<NSManagedObjectID>? { await merges.first { _ in true } }
}
