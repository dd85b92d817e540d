// SPDX-License-Identifier: Apache-2.0
// What every test of undo begins with: a context with an undo manager, on the scenarios' model.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A store, and a context that records its changes.
struct UndoStage {
    let stack: Stack
    let context: NSManagedObjectContext
    let manager = UndoManager()
    private let readers = Readers()

    /// Contexts that are kept, because objects do not keep theirs alive.
    private final class Readers {
        var all: [NSManagedObjectContext] = []
    }

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - kind: where the objects are kept.
    ///   - groupsByEvent: whether groups open by themselves.
    ///   - classes: the classes of entities.
    /// - Throws: what adding the store reports.
    init(
        _ kind: Stack.Kind = .inMemory, groupsByEvent: Bool = false,
        _ classes: [String: NSManagedObject.Type] = [:]
    ) throws {
        stack = try Stack(kind, FixtureModel.scenarios(classes))
        context = stack.context()
        manager.groupsByEvent = groupsByEvent
        context.undoManager = manager
    }

    /// Inserts an object and saves it, which is not undoable.
    func saved(_ entity: String, _ values: [String: Any?] = [:]) throws -> NSManagedObject {
        let object = context.insert(entity, values)
        try context.save()
        manager.removeAllActions()
        return object
    }

    /// The stored objects of an entity, in a context of their own.
    func stored(_ entity: String) throws -> [NSManagedObject] {
        let reader = stack.context()
        readers.all.append(reader)
        return try reader.all(entity)
    }

    /// Makes changes that are undone together.
    func step(_ body: () -> Void) {
        manager.beginUndoGrouping()
        body()
        manager.endUndoGrouping()
    }

    /// Undoes or redoes, and ends the event.
    func undo() {
        context.undo()
        context.processPendingChanges()
    }

    func redo() {
        context.redo()
        context.processPendingChanges()
    }
}

extension NSManagedObject {
    /// An attribute with an integer.
    func number(_ key: String) -> Int? { value(forKey: key) as? Int }
    func text(_ key: String) -> String? { value(forKey: key) as? String }
    func object(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }

    /// The members of a to-many relationship.
    func members(_ key: String) -> Set<NSManagedObject> {
        if let ordered = value(forKey: key) as? NSOrderedSet {
            return ordered.set as? Set<NSManagedObject> ?? []
        }
        return value(forKey: key) as? Set<NSManagedObject> ?? []
    }
}

/// The user infos of notifications of one object, for as long as it lives.
final class PostedNotifications: @unchecked Sendable {
    // Sendable because a test posts on its own thread only.
    private(set) var all: [Notification] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ names: [NSNotification.Name], of object: AnyObject) {
        tokens = names.map {
            NotificationCenter.default.addObserver(forName: $0, object: object, queue: nil) { [weak self] in
                self?.all.append($0)
            }
        }
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

    /// The names since the last call.
    func takeNames() -> [NSNotification.Name] {
        defer { all = [] }
        return all.map(\.name)
    }

    /// The objects by key of the only notification since the last call.
    func takeGroups() -> [String: Set<NSManagedObject>] {
        defer { all = [] }
        guard all.count == 1, var userInfo = all[0].userInfo else { return [:] }
        userInfo[NSManagedObjectContextQueryGenerationKey] = nil
        return userInfo as? [String: Set<NSManagedObject>] ?? [:]
    }
}
